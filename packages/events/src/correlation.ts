import { AsyncLocalStorage } from 'node:async_hooks';

/** What caused the work in hand; events written meanwhile carry it on. */
export interface Correlation {
  correlationId: string;
}

const storage = new AsyncLocalStorage<Correlation>();

/** Runs `work` so that every event it writes carries this correlation. */
export function withCorrelation<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** Undefined outside of withCorrelation. */
export function currentCorrelation(): Correlation | undefined {
  return storage.getStore();
}
