/** The opened parts of an app: closed in the opposite order, when it ends or when the rest of its start fails. */
export class Closers {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** The error of close() names `app`. */
  constructor(private readonly app: string) {}

  push(closer: () => Promise<unknown>): void {
    this.closers.push(closer);
  }

  /** A part that fails to close does not keep the others open; all failures are thrown together as an AggregateError. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let closer = this.closers.pop(); closer; closer = this.closers.pop())
      await closer().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${this.app} did not close cleanly`);
  }
}
