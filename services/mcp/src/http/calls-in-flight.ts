interface Limits {
  inAll: number;
  perClient: number;
  perAddress: number;
  subscriptionsPerAddress: number;
}

/** Requests that are being answered, bounded in all, for each client and for each address: keys can be invented, addresses hardly. What a client cancels by a message of its own is found here. */
export class CallsInFlight {
  private readonly taken = new Map<string, number>();
  private readonly cancellable = new Map<string, AbortController>();
  private count = 0;

  constructor(private readonly limits: Limits) {}

  get open(): number {
    return this.count;
  }

  /** Takes a place until the answer is called; undefined when none is free. */
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

  /** As `enter`, for a subscription, which keeps its place for minutes. */
  subscribe(address: string): (() => void) | undefined {
    return this.take([[`subscriber ${address}`, this.limits.subscriptionsPerAddress]]);
  }

  /** Names a request by its session and id, for as long as it runs. */
  name(key: string, over: AbortController): () => void {
    this.cancellable.set(key, over);
    return () => void (this.cancellable.get(key) === over && this.cancellable.delete(key));
  }

  cancel(key: string): void {
    this.cancellable.get(key)?.abort(new Error('cancelled by the client'));
  }

  /** One of each, or none at all. */
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
