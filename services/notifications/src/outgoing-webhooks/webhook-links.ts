/** The product's origin, below which a receiver reads what an event is about. */
export class WebhookLinks {
  constructor(readonly publicUrl: string) {}
}
