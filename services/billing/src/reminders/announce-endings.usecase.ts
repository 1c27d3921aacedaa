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
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/**
 * Announces that an account's paid time will end, and that it has ended, each once per end (PAY-55, PAY-56). Runs periodically in every copy. A
 * reminder and its event commit together, so after kill -9 the next run continues.
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
      // Read again under the locks: a purchase, a refund or a cancellation may have come in between.
      const endings = await this.reminders.note(manager, due, accountIds, now);
      await announce(manager, ...endings.map((ending) => factOf(ending, due, now)));
      return accountIds.length;
    });
  }
}

/** An end keeps its true time, however late it is found; an old one sends no mail. */
function factOf({ accountId: userId, termId, plan, endsAt }: Ending, { days }: Due, now: Date): Announcement {
  const seconds = Math.floor(endsAt.getTime() / 1_000);
  return days === 0
    ? EVENTS.subscriptionExpired.of({ userId, termId, plan, endedAtSeconds: seconds }, endsAt)
    : EVENTS.subscriptionExpiring.of({ userId, termId, plan, endsAtSeconds: seconds, days }, now);
}
