import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';

type Check = () => Promise<void>;

/** The conditions for traffic: each check throws while its part is not serving. */
@Injectable()
export class Readiness {
  private readonly checks: Check[] = [];
  private running?: Promise<void>;

  add(check: Check): void {
    this.checks.push(check);
  }

  /** Simultaneous probes share one run: /readyz is public, and its load must not multiply into the services. */
  check(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<void> {
    try {
      await Promise.all(this.checks.map((check) => check()));
    } catch (error) {
      throw new DomainError('unavailable', 'not_ready', 'Not ready yet.', { cause: error, retryAfterSeconds: 1 });
    }
  }
}
