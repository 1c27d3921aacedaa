import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import type { EntityManager } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { holdsItsAddress } from './email-change.rule.js';

/** Frees an address whose mailbox was proven (ACC-41). */
@Injectable()
export class FreedAddresses {
  constructor(private readonly users: UsersRepository) {}

  /** Deletes an unverified account of the address and returns the events to announce; undefined when another account keeps the address. */
  async free(
    manager: EntityManager,
    user: User,
    emailNormalised: string,
    now: Date,
  ): Promise<Announcement[] | undefined> {
    const other = await this.users.lockByEmail(manager, emailNormalised);
    if (!other || other.id === user.id) return [];
    if (holdsItsAddress(other)) return undefined;
    await this.users.erase(manager, other.id);
    return [EVENTS.userDeleted.of({ userId: other.id }, now)];
  }
}
