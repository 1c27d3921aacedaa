import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { createHmac } from 'node:crypto';
import { Counter, Registry } from 'prom-client';
import { Passwords } from '../passwords/passwords.provider.js';
import { givenBackMs, KNOWN_DEVICES, retryAfterSeconds, STRANGERS } from './guess-bound.rule.js';
import { GuessesRepository } from './guesses.repository.js';
import { KnownDevices } from './known-devices.provider.js';
import { tooManyAttempts } from './login-guard.errors.js';

/** Key of the stored hashes of addresses and accounts whose passwords were guessed. */
export class GuessSecret {
  constructor(readonly secret: string) {}
}

/** The account and password of an attempt. Without an account, or when no password is right, `userId` and `passwordHash` are absent. */
export interface Attempt {
  emailNormalised: string;
  password: string;
  userId?: string;
  passwordHash?: string | null;
  visitor?: Visitor;
}

/**
 * The only way to check a password that a visitor typed: limited per account (ACC-36), and equally for addresses with and without one. Addresses and
 * accounts are stored only as a keyed hash.
 */
@Injectable()
export class LoginGuard {
  private readonly refusals: Counter<'bound'>;

  constructor(
    private readonly guesses: GuessesRepository,
    private readonly devices: KnownDevices,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
    private readonly guessSecret: GuessSecret,
    metrics: Registry,
  ) {
    this.refusals = new Counter({
      name: 'precis_password_refusals_total',
      help: 'Passwords that were not evaluated because their account had too many wrong ones, by bound: strangers, or known_devices.',
      labelNames: ['bound'],
      registers: [metrics],
    });
    for (const bound of ['strangers', 'known_devices']) this.refusals.inc({ bound }, 0);
  }

  /**
   * Counts a guess, checks the password, and returns whether it is right. A right password gives its guess back, and so does one that could not be
   * evaluated. Throws too_many_attempts before the evaluation, so that a flood of guesses costs no argon2. The guess is stored first: after a crash
   * during the evaluation it counts as a wrong one. Uses its own connection; call it outside of a transaction.
   */
  async verify({ emailNormalised, password, userId, passwordHash, visitor }: Attempt): Promise<boolean> {
    const known = await this.devices.knows(userId, visitor);
    const bound = known ? KNOWN_DEVICES : STRANGERS;
    const ids = known ? [this.idOf('known_devices', userId!)] : this.idsOfStranger(emailNormalised, userId);
    const now = this.clock.now();
    for (const id of ids) {
      const guess = await this.guesses.take(id, bound, now);
      if (guess.passed) continue;
      // The guesses that were already counted stay counted. Otherwise each refused guess of a flood would cause a write.
      this.refusals.inc({ bound: known ? 'known_devices' : 'strangers' });
      throw tooManyAttempts(retryAfterSeconds(bound, guess.spentUntilMs, now.getTime()));
    }
    let wrong = false;
    try {
      const right = await this.passwords.verify(passwordHash, password, visitor?.address);
      wrong = !right;
      return right;
    } finally {
      // The guess is also given back when it could not be evaluated, so that an overload does not use up the owner's guesses.
      if (!wrong) {
        const ms = givenBackMs(bound, this.clock.now().getTime() - now.getTime());
        for (const id of ids) await this.guesses.giveBack(id, ms);
      }
    }
  }

  /**
   * A stranger's guess counts for the address and for the account, and each of them can refuse it. The account's count follows it to a new address.
   * The address's count stays when the address gets or loses an account: otherwise a refusal that ends would show a stranger that it did. An address
   * without an account has both counts too, so that it costs the same work.
   */
  private idsOfStranger(emailNormalised: string, userId?: string): Buffer[] {
    return [this.idOf('strangers', emailNormalised), this.idOf('strangers account', userId ?? emailNormalised)];
  }

  private idOf(bound: string, whose: string): Buffer {
    return createHmac('sha256', this.guessSecret.secret).update(`guesses ${bound} ${whose}`).digest();
  }
}
