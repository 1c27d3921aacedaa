/** The product's origin, on which a receiver reads what an event is about. */
export class WebhookLinks {
  constructor(readonly publicUrl: string) {}
}
