/** Running requests, bounded in total and per client. A client's separate cancel message finds its request here. */
export class CallsInFlight {
  private readonly ofClient = new Map<string, number>();
  private readonly cancellable = new Map<string, AbortController>();
  private count = 0;

  constructor(private readonly limits: { inAll: number; perClient: number }) {}

  get open(): number {
    return this.count;
  }

  /** Takes a place, and returns a function that frees it; undefined when none is free. */
  enter(client: string): (() => void) | undefined {
    const own = this.ofClient.get(client) ?? 0;
    if (this.count >= this.limits.inAll || own >= this.limits.perClient) return undefined;
    this.count++;
    this.ofClient.set(client, own + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.count--;
      const left = this.ofClient.get(client)! - 1;
      if (left > 0) this.ofClient.set(client, left);
      else this.ofClient.delete(client);
    };
  }

  /** Names a request by its session and id, for as long as it runs. */
  name(key: string, over: AbortController): () => void {
    this.cancellable.set(key, over);
    return () => void (this.cancellable.get(key) === over && this.cancellable.delete(key));
  }

  cancel(key: string): void {
    this.cancellable.get(key)?.abort(new Error('cancelled by the client'));
  }
}
