/**
 * Lets requests for one address at the same time share one piece of work. Each would wait for the lock on the address' row, one after the
 * other; many at once would take longer than every answer takes, and so tell that there is an account (ACC-9, ACC-13).
 */
export class JoinedRequests {
  private readonly underWay = new Map<string, Promise<void>>();

  /** Does `work`, or waits for what another request began for this address; both fail alike. */
  run(address: string, work: () => Promise<void>): Promise<void> {
    const begun = this.underWay.get(address);
    if (begun) return begun;
    const promise = work().finally(() => this.underWay.delete(address));
    this.underWay.set(address, promise);
    return promise;
  }
}
