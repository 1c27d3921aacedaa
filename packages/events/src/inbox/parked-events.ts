import { pause } from '@precis/runtime/pause';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { ConsumerOptions } from './consumer-options.js';
import { answered, databaseAnswers } from './database-probe.js';
import { attempt, setbackAfter } from './event-attempt.js';
import { EventHandling } from './event-handling.js';
import { decodeEvent } from '../event-message.js';
import type { Reactions } from './reactions.js';
import type { Stopwatch } from './stopwatch.js';
import { dueEvents, finishEvent, recordFailure, takeEvent, type WaitingEvent } from './waiting-events.js';

const POLL_MS = 500;
const AWAY_MS = 2_000;
const DUE_LIMIT = 20;

/** Tries parked events again when their time has come, the first of each key only. Several processes may do so at once. */
export class ParkedEvents {
  constructor(
    private readonly options: ConsumerOptions,
    private readonly reactions: Reactions,
    private readonly stopwatch: Stopwatch,
    private readonly metrics: ConsumerMetrics,
    private readonly signal: AbortSignal,
  ) {}

  /** Ends when the signal is aborted, and by nothing else. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      try {
        const due = await answered(dueEvents(this.options.database, this.options.group, DUE_LIMIT));
        const tried = await this.tryAll(due);
        if (tried === 0) await pause(POLL_MS, this.signal);
      } catch (error) {
        this.options.logger.warn({ err: error, group: this.options.group }, 'parked events could not be tried');
        await pause(AWAY_MS, this.signal);
      }
    }
  }

  private async tryAll(eventIds: string[]): Promise<number> {
    let tried = 0;
    for (const eventId of eventIds) {
      if (this.signal.aborted) break;
      if (await this.tryAgain(eventId)) tried += 1;
    }
    return tried;
  }

  /** False when it was not this process's turn after all. */
  private async tryAgain(eventId: string): Promise<boolean> {
    const { group } = this.options;
    const { deliveries } = this.metrics;
    let taken: WaitingEvent | undefined;
    let handling: EventHandling | undefined;
    try {
      await attempt(this.options, this.stopwatch, async (manager) => {
        taken = await takeEvent(manager, group, eventId);
        if (!taken) return;
        const { message } = taken;
        const event = decodeEvent(message);
        const reaction = this.reactions.to(message.topic, event.type);
        // A later version of the service may have lost interest in the type.
        if (reaction) {
          handling ??= new EventHandling(this.metrics, group, message, event);
          await handling.run(() => this.reactions.react(manager, reaction, message, event));
        }
        await finishEvent(manager, group, eventId);
      });
      handling?.end('done');
      if (taken) deliveries.inc({ group, topic: taken.message.topic, outcome: 'done' });
    } catch (error) {
      handling?.end('failed');
      if (!taken || !(await databaseAnswers(this.options.database))) throw error;
      const failed = taken;
      await (handling ? handling.run(() => this.countFailure(failed, error)) : this.countFailure(failed, error));
    }
    return taken !== undefined;
  }

  private async countFailure(event: WaitingEvent, error: unknown): Promise<void> {
    const { database, group, logger } = this.options;
    const setback = setbackAfter(this.options, event.attempts + 1, error);
    await answered(recordFailure(database, group, event, setback));
    this.metrics.deliveries.inc({ group, topic: event.message.topic, outcome: setback.state });
    logger.error(
      { err: error, group, topic: event.message.topic, eventId: event.eventId, attempts: setback.attempts },
      `event is ${setback.state}`,
    );
  }
}
