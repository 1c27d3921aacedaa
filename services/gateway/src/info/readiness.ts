import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';

type Check = () => Promise<void>;

/** What must hold before traffic may come: each check throws while its part does not serve. */
@Injectable()
export class Readiness {
  private readonly checks: Check[] = [];
  private running?: Promise<void>;

  add(check: Check): void {
    this.checks.push(check);
  }

  /** Probes that come together share one run: /readyz is open to everybody and must not multiply into the services. */
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
