import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { type Due, dueAt } from './reminder.rule.js';
import { type Ending, RemindersRepository } from './reminders.repository.js';

const BATCH = 100;
/** So that one turn ends; the next goes on. */
const MOST_BATCHES = 50;

/**
 * Announces that what an account holds will end, and that it has ended, each once per end (PAY-55, PAY-56); runs on the clock in every copy.
 * kill -9: a reminder and its event commit together, and the next turn goes on.
 */
@Injectable()
export class AnnounceEndings {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly reminders: RemindersRepository,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    for (const due of dueAt(now))
      for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await this.remind(due, now)) < BATCH) break;
  }

  private async remind(due: Due, now: Date): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const accountIds = await this.reminders.lockDue(manager, due, BATCH);
      // Read again under the locks: a purchase, a refund or a cancellation may have come between.
      const endings = await this.reminders.note(manager, due, accountIds, now);
      await announce(manager, ...endings.map((ending) => factOf(ending, due, now)));
      return accountIds.length;
    });
  }
}

/** An end happened when it did, however late it is found: what is no news any more is no mail. */
function factOf({ accountId: userId, termId, plan, endsAt }: Ending, { days }: Due, now: Date): Announcement {
  const seconds = Math.floor(endsAt.getTime() / 1_000);
  return days === 0
    ? EVENTS.subscriptionExpired.of({ userId, termId, plan, endedAtSeconds: seconds }, endsAt)
    : EVENTS.subscriptionExpiring.of({ userId, termId, plan, endsAtSeconds: seconds, days }, now);
}
