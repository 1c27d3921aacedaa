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
   * Nest calls this after it has told every use-case to stop. Without that, a job could work for ever. The connections to other services, which jobs
   * use, are still open.
   */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Returns the module with these jobs as a provider, so that Nest calls beforeApplicationShutdown and waits for them. */
  addedTo(module: DynamicModule): DynamicModule {
    return { ...module, providers: [...(module.providers ?? []), { provide: PeriodicJobs, useValue: this }] };
  }
}
