interface Limits {
  inAll: number;
  perClient: number;
  perAddress: number;
  subscriptionsPerAddress: number;
}

/**
 * Limits the requests in progress: in all, per client, and per address. The limit per address is needed because anyone can invent keys. The class
 * also finds the request that a client cancels by a message.
 */
export class CallsInFlight {
  private readonly taken = new Map<string, number>();
  private readonly cancellable = new Map<string, AbortController>();
  private count = 0;

  constructor(private readonly limits: Limits) {}

  /** The number of requests in progress, subscriptions included. */
  get open(): number {
    return this.count;
  }

  /** Takes a place until the returned function is called; undefined when none is free. */
  enter(client: string, address: string): (() => void) | undefined {
    const { inAll, perClient, perAddress } = this.limits;
    if (this.count >= inAll) return undefined;
    const leave = this.take([
      [`client ${client}`, perClient],
      [`address ${address}`, perAddress],
    ]);
    if (!leave) return undefined;
    this.count++;
    return once(() => (this.count--, leave()));
  }

  /** Like `enter`, for a subscription, which keeps its place for minutes. */
  subscribe(address: string): (() => void) | undefined {
    return this.take([[`subscriber ${address}`, this.limits.subscriptionsPerAddress]]);
  }

  /** Lets `cancel(key)` abort a running request through `over`; `key` is its session and id. The returned function ends that. */
  register(key: string, over: AbortController): () => void {
    this.cancellable.set(key, over);
    return () => void (this.cancellable.get(key) === over && this.cancellable.delete(key));
  }

  /** Aborts the request with this key; without one, nothing happens. */
  cancel(key: string): void {
    this.cancellable.get(key)?.abort(new Error('cancelled by the client'));
  }

  /** Takes one place of each kind, or none. */
  private take(places: [name: string, most: number][]): (() => void) | undefined {
    if (places.some(([name, most]) => (this.taken.get(name) ?? 0) >= most)) return undefined;
    for (const [name] of places) this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
    return once(() => {
      for (const [name] of places) {
        const left = this.taken.get(name)! - 1;
        if (left > 0) this.taken.set(name, left);
        else this.taken.delete(name);
      }
    });
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
