import type { BeforeApplicationShutdown, DynamicModule } from '@nestjs/common';
import type { Repeating } from '@precis/runtime/repeating';

/** The periodic use-cases of a service. */
export class PeriodicJobs implements BeforeApplicationShutdown {
  private readonly jobs: Repeating[] = [];

  add(job: Repeating): void {
    this.jobs.push(job);
    job.start();
  }

  /** Runs all of them now; failures are logged. */
  async runNow(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.runNow()));
  }

  /** From now on none begins. Settles when those in progress have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }

  /**
   * Nest waits for the jobs in progress after it has told every use-case to stop, without which a job could go on for ever, and before it closes the
   * connections to other services, which they use.
   */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** The module, which waits for the jobs when it ends. */
  within(module: DynamicModule): DynamicModule {
    return { ...module, providers: [...(module.providers ?? []), { provide: PeriodicJobs, useValue: this }] };
  }
}
