/**
 * Lets simultaneous requests for one address share one piece of work. Otherwise each would wait for the lock on the row of the address; many would
 * take longer than the fixed response time, and so reveal that an account exists (ACC-9, ACC-13).
 */
export class JoinedRequests {
  private readonly underWay = new Map<string, Promise<void>>();

  /** Runs `work`, or waits for the work of another request for this address. When the work fails, both requests fail with the same error. */
  run(address: string, work: () => Promise<void>): Promise<void> {
    const begun = this.underWay.get(address);
    if (begun) return begun;
    const promise = work().finally(() => this.underWay.delete(address));
    this.underWay.set(address, promise);
    return promise;
  }
}
