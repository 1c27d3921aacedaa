import { within } from '@precis/runtime/pause';

/** A part that did not stop cleanly. */
export interface StopFailure {
  part: string;
  error: unknown;
}

interface Step {
  part: string;
  stop: () => unknown;
  limitMs: number;
}

const STEP_LIMIT_MS = 10_000;

/** Stops the started parts, the newest first. A failing or hanging part does not keep the others running. */
export class Shutdown {
  private readonly steps: Step[] = [];

  add(part: string, stop: () => unknown, limitMs = STEP_LIMIT_MS): void {
    this.steps.push({ part, stop, limitMs });
  }

  async run(): Promise<StopFailure[]> {
    const failures: StopFailure[] = [];
    for (const step of this.steps.splice(0).reverse()) failures.push(...(await run(step)));
    return failures;
  }
}

async function run({ part, stop, limitMs }: Step): Promise<StopFailure[]> {
  try {
    await within(limitMs, (async () => stop())(), () => new Error(`did not stop within ${limitMs} ms`));
    return [];
  } catch (error) {
    // Parts that stop in parallel report together.
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    return errors.map((each) => ({ part, error: each }));
  }
}

/** Waits for all of them, even when one fails, and then throws an AggregateError of all failures. */
export async function stopTogether(stops: (() => Promise<unknown>)[]): Promise<void> {
  const results = await Promise.allSettled(stops.map(async (stop) => stop()));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} parts did not stop cleanly`);
}
