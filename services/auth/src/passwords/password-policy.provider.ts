import { DomainError } from '@precis/runtime/domain-error';
import { refusePassword } from './password-policy.rule.js';

/** The password rule with this deployment's blocklist switch. */
export class PasswordPolicy {
  constructor(private readonly blocklist: boolean) {}

  check(password: string): void {
    const refusal = refusePassword(password, this.blocklist);
    if (refusal) throw new DomainError('invalid', refusal.code, refusal.text);
  }
}
