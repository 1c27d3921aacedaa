import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { GenerateKey } from '../api-keys/generate-key.usecase.js';
import { Passwords } from '../passwords/passwords.provider.js';
import { normaliseEmail } from '../users/email.rule.js';
import { UserEvents } from '../users/user-events.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';

/** The demo account of standalone. `password` is in clear text. */
export interface AccountSeed {
  name: string;
  email: string;
  password: string;
}

/** Creates standalone's demo account: verified, with a key, announced like any registration, and the same at every start. No RPC calls this. */
@Injectable()
export class SeedAccount {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly events: UserEvents,
    private readonly views: UserViews,
    private readonly generateKey: GenerateKey,
    private readonly clock: Clock,
  ) {}

  async execute(seed: AccountSeed): Promise<{ accountId: string; apiKey: string }> {
    const user = (await this.users.byEmail(normaliseEmail(seed.email))) ?? (await this.create(seed));
    const { apiKey } = await this.views.of(user);
    return { accountId: user.id, apiKey: apiKey || (await this.generateKey.execute(user.id)) };
  }

  private async create(seed: AccountSeed): Promise<User> {
    const now = this.clock.now();
    const passwordHash = await this.passwords.hash(seed.password);
    const user = User.register({ name: seed.name, email: seed.email, passwordHash }, now);
    user.proveMailbox(now);
    await inTransaction(this.database, async (manager) => {
      if (!(await this.users.insertIfNew(manager, user)))
        throw new Error('the demo account was registered while it was being made');
      const verified = EVENTS.emailVerified.of({ userId: user.id, referralCode: '' }, now);
      await announce(manager, this.events.registered(user, ''), verified);
    });
    return user;
  }
}
