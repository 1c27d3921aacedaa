import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';

type Check = () => Promise<void>;

/** What must hold before traffic may come: each check throws while its part does not serve. */
@Injectable()
export class Readiness {
  private readonly checks: Check[] = [];

  add(check: Check): void {
    this.checks.push(check);
  }

  async check(): Promise<void> {
    try {
      await Promise.all(this.checks.map((check) => check()));
    } catch (error) {
      throw new DomainError('unavailable', 'not_ready', 'Not ready yet.', { cause: error, retryAfterSeconds: 1 });
    }
  }
}
