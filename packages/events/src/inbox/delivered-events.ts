import { backoffMs } from '@precis/runtime/backoff';
import { pause } from '@precis/runtime/pause';
import type { ReceivedMessage } from '../bus.js';
import { claimEvent, recordSetback, type Setback } from './consumed-events.js';
import type { ConsumerMetrics, Outcome } from './consumer-metrics.js';
import { type ConsumerOptions, REFUSED_MS } from './consumer-options.js';
import { answered, databaseAnswers } from './database-probe.js';
import { attempt, setbackAfter } from './event-attempt.js';
import { keepFromNow } from './forget-consumed.js';
import { EventHandling } from './event-handling.js';
import { type DecodedEvent, decodeEvent, Undecodable } from '../event-message.js';
import type { Reactions } from './reactions.js';
import type { EventReaction } from './received-event.js';
import { Stopwatch } from './stopwatch.js';

const AWAY = { firstMs: 200, factor: 2, capMs: 5_000 };
const BEHIND: Setback = { state: 'parked', attempts: 0, delayMs: null, cause: null };

/** Takes what the bus delivers. Returning means: recorded in the database, one way or another, so the partition may go on. */
export class DeliveredEvents {
  /** Runs while the database answers and yet takes no record of an event. */
  private readonly refused = new Stopwatch();

  constructor(
    private readonly options: ConsumerOptions,
    private readonly reactions: Reactions,
    private readonly stopwatch: Stopwatch,
    private readonly metrics: ConsumerMetrics,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects only when the runner is stopping; the bus delivers the message again to the next one. */
  async take(message: ReceivedMessage): Promise<void> {
    let release: (() => void) | undefined;
    try {
      for (let failures = 1; ; failures++) {
        if (this.signal.aborted) throw new Error('stopping');
        try {
          const outcome = await this.settle(message);
          this.metrics.deliveries.inc({ group: this.options.group, topic: message.topic, outcome });
          return;
        } catch (error) {
          // Nothing could be recorded: not an attempt, however long it lasts.
          if (await this.tellFailure(message, error)) {
            release ??= this.refused.start();
          } else {
            release?.();
            release = undefined;
          }
          await pause(backoffMs(AWAY, failures, Math.random()), this.signal);
        }
      }
    } finally {
      release?.();
    }
  }

  /** Throws when a database that answers has refused to record an event for too long: its partition stands still. */
  healthy(): void {
    const { group, refusedMs = REFUSED_MS } = this.options;
    if (this.refused.oldestMs() > refusedMs) throw new Error(`an event of group ${group} cannot be recorded`);
  }

  /** Whether the failure is not that of a database that is away. */
  private async tellFailure({ topic, partition, offset }: ReceivedMessage, error: unknown): Promise<boolean> {
    const { database, group, logger } = this.options;
    const facts = { err: error, group, topic, partition, offset };
    const answers = await databaseAnswers(database);
    if (answers) logger.error(facts, 'event cannot be recorded although the database answers, trying again');
    else logger.warn(facts, 'database is away, waiting');
    return answers;
  }

  private async settle(message: ReceivedMessage): Promise<Outcome> {
    let event: DecodedEvent;
    try {
      event = decodeEvent(message);
    } catch (error) {
      return this.bury(message, error);
    }
    const reaction = this.reactions.to(message.topic, event.type);
    if (!reaction) return 'unknown-type';
    const handling = new EventHandling(this.metrics, this.options.group, message, event);
    try {
      const outcome = await handling.run(() => this.handle(message, event, reaction));
      handling.end(outcome);
      return outcome;
    } catch (error) {
      handling.end('failed');
      if (!(await databaseAnswers(this.options.database))) throw error;
      return handling.run(() => this.park(message, event, error));
    }
  }

  private handle(message: ReceivedMessage, event: DecodedEvent, reaction: EventReaction): Promise<Outcome> {
    const { group } = this.options;
    return attempt(this.options, this.stopwatch, async (manager) => {
      const claim = await claimEvent(manager, group, message, event);
      if (claim === 'known') await keepFromNow(manager, group, message.topic, event.eventId);
      if (claim === 'behind') await recordSetback(manager, group, message, event, BEHIND);
      if (claim !== 'claimed') return claim;
      await this.reactions.react(manager, reaction, message, event);
      return 'done';
    });
  }

  private async park(message: ReceivedMessage, event: DecodedEvent, error: unknown): Promise<Outcome> {
    const { database, group, logger } = this.options;
    const setback = setbackAfter(this.options, 1, error);
    await answered(recordSetback(database.manager, group, message, event, setback));
    logger.error(
      { err: error, group, topic: message.topic, type: event.type, eventId: event.eventId, attempts: 1 },
      `event is ${setback.state}`,
    );
    return setback.state;
  }

  /** No key: it keeps nothing behind it waiting. Its place in the topic is its name, so a repeat is recorded once. */
  private async bury(message: ReceivedMessage, error: unknown): Promise<Outcome> {
    if (!(error instanceof Undecodable)) throw error;
    const { database, group, logger } = this.options;
    const place = `${message.topic}/${message.partition}/${message.offset}`;
    const setback: Setback = { state: 'dead', attempts: 0, delayMs: 0, cause: `${error.name}: ${error.message}` };
    await answered(recordSetback(database.manager, group, message, { eventId: place, key: null, type: null }, setback));
    logger.error(
      { err: error, group, topic: message.topic, partition: message.partition, offset: message.offset },
      'message is dead',
    );
    return 'undecodable';
  }
}
