import { backoffMs } from '@precis/runtime/backoff';
import { pause } from '@precis/runtime/pause';
import type { Repeating } from '@precis/runtime/repeating';
import type { BusConsumer, ReceivedMessage } from '../bus.js';
import { type DecodedEvent, decodeEvent, Undecodable } from '../event-message.js';
import { Stopwatch } from '../measurement.js';
import {
  claimEvent,
  dueEvents,
  finishEvent,
  recordFailure,
  recordSetback,
  type Setback,
  takeEvent,
  type WaitingEvent,
} from './consumed-events.js';
import { type ConsumerMetrics, EventHandling, type Outcome, registerConsumerMetrics } from './consumer-metrics.js';
import {
  attempt,
  type ConsumerOptions,
  databaseAnswers,
  DEADLINE_MS,
  type EventReaction,
  Reactions,
  REFUSED_MS,
  setbackAfter,
  withinRecordLimit,
} from './event-attempt.js';
import { forgetConsumed, keepFromNow } from './forget-consumed.js';

/** Pauses between tries to record an event. */
const RECORD_RETRY = { firstMs: 200, factor: 2, capMs: 5_000 };
/** What is recorded of an event that waits for an earlier one of its key. It was not attempted. */
const BEHIND: Setback = { state: 'parked', attempts: 0, delayMs: null, cause: null };
/** Interval of the search for due events during the first PARKED_LATELY_MS after this process parked one. */
const PARKED_POLL_MS = 500;
const PARKED_LATELY_MS = 60_000;
/** The interval otherwise: another process or an operator may make an event due. */
const PARKED_IDLE_POLL_MS = 2_000;
/** The pause after a search that failed. */
const PARKED_AWAY_MS = 2_000;
/** Due events that one search returns at most. */
const DUE_LIMIT = 20;

/** Runs a group's reactions: each event once, in order per key, under any failures (OPS-6). Independent of Nest. */
export class ConsumerRunner {
  private readonly stopping = new AbortController();
  private readonly signal = this.stopping.signal;
  /** Runs during an attempt. */
  private readonly stopwatch = new Stopwatch();
  /** Runs while the database answers but stores no record of an event. */
  private readonly refused = new Stopwatch();
  private readonly reactions: Reactions;
  private readonly metrics: ConsumerMetrics;
  private readonly forgetting: Repeating;
  private consumer: BusConsumer | undefined;
  private parked: Promise<void> | undefined;
  private parkedAtMs = -Infinity;
  private parking = new AbortController();

  constructor(
    private readonly options: ConsumerOptions,
    reactions: EventReaction[],
  ) {
    this.reactions = new Reactions(options.group, reactions);
    this.metrics = registerConsumerMetrics(
      options.metrics,
      options.database,
      options.group,
      () => this.consumer?.lag?.(),
      () => this.consumer?.missed?.(),
    );
    this.forgetting = forgetConsumed(options, this.stopping.signal);
  }

  async start(): Promise<void> {
    const topics = this.reactions.topics();
    if (topics.length === 0) return;
    this.consumer = await this.options.bus.run(this.options.group, topics, (message) => this.take(message));
    this.parked = this.tryParked();
    this.forgetting.start();
  }

  /** Waits for the work in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.consumer?.stop();
    await Promise.all([this.parked, this.forgetting.stop()]);
  }

  /**
   * Throws when the bus's consumer is dead, when an answering database has refused to record an event for too long (its partition is blocked), or
   * when an attempt has exceeded every limit.
   */
  healthy(): void {
    const { group, refusedMs = REFUSED_MS, deadlineMs = DEADLINE_MS } = this.options;
    this.consumer?.healthy();
    if (this.refused.oldestMs() > refusedMs) throw new Error(`an event of group ${group} cannot be recorded`);
    if (this.stopwatch.oldestMs() > deadlineMs + 20_000) throw new Error(`a handler of group ${group} is stuck`);
  }

  /**
   * Handles a delivered message. When it returns, the message is recorded in the database, so the partition may continue. Rejects only while the
   * runner stops; the bus then delivers the message to another member.
   */
  private async take(message: ReceivedMessage): Promise<void> {
    let release: (() => void) | undefined;
    try {
      for (let failures = 1; ; failures++) {
        if (this.signal.aborted) throw new Error('stopping');
        try {
          const outcome = await this.settle(message);
          this.metrics.deliveries.inc({ group: this.options.group, topic: message.topic, outcome });
          return;
        } catch (error) {
          // Nothing about the event could be recorded. This is not counted as an attempt, however long it lasts.
          if (await this.logUnrecorded(message, error)) {
            release ??= this.refused.start();
          } else {
            release?.();
            release = undefined;
          }
          await pause(backoffMs(RECORD_RETRY, failures, Math.random()), this.signal);
        }
      }
    } finally {
      release?.();
    }
  }

  /** Logs that an event could not be recorded. Returns whether the database answers; if it does, it refuses the record. */
  private async logUnrecorded({ topic, partition, offset }: ReceivedMessage, error: unknown): Promise<boolean> {
    const { database, group, logger } = this.options;
    const facts = { err: error, group, topic, partition, offset };
    const answers = await databaseAnswers(database);
    if (answers) logger.error(facts, 'event cannot be recorded although the database answers, trying again');
    else logger.warn(facts, 'the database is unavailable, waiting');
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
      if (claim !== 'claimed') await keepFromNow(manager, group, message.topic, event.eventId);
      if (claim === 'behind') {
        await recordSetback(manager, group, message, event, BEHIND);
        this.noteParked();
      }
      if (claim !== 'claimed') return claim;
      await this.reactions.react(manager, reaction, message, event);
      return 'done';
    });
  }

  private async park(message: ReceivedMessage, event: DecodedEvent, error: unknown): Promise<Outcome> {
    const { database, group, logger } = this.options;
    const setback = setbackAfter(this.options, 1, error);
    await withinRecordLimit(recordSetback(database.manager, group, message, event, setback));
    this.noteParked();
    logger.error(
      { err: error, group, topic: message.topic, type: event.type, eventId: event.eventId, attempts: 1 },
      `event is ${setback.state}`,
    );
    return setback.state;
  }

  /** Records an undecodable message as dead. Without a key it blocks no other event. Its id is its position, so a second delivery adds no row. */
  private async bury(message: ReceivedMessage, error: unknown): Promise<Outcome> {
    if (!(error instanceof Undecodable)) throw error;
    const { database, group, logger } = this.options;
    const { topic, partition, offset } = message;
    const event = { eventId: `${topic}/${partition}/${offset}`, key: null, type: null };
    const setback: Setback = { state: 'dead', attempts: 0, delayMs: 0, cause: `${error.name}: ${error.message}` };
    await withinRecordLimit(recordSetback(database.manager, group, message, event, setback));
    logger.error(
      { err: error, group, topic, partition, offset },
      'message is dead: it cannot be decoded, so it is not tried again',
    );
    return 'undecodable';
  }

  /**
   * Retries parked events when they are due, only the first of each key. Several processes may do so in parallel. Ends only when the runner stops.
   */
  private async tryParked(): Promise<void> {
    const { database, group, logger } = this.options;
    while (!this.signal.aborted) {
      try {
        let tried = 0;
        for (const eventId of await withinRecordLimit(dueEvents(database, group, DUE_LIMIT))) {
          if (this.signal.aborted) break;
          if (await this.tryAgain(eventId)) tried += 1;
        }
        if (tried === 0) await this.untilNextLook();
      } catch (error) {
        logger.warn({ err: error, group }, 'parked events could not be retried');
        await pause(PARKED_AWAY_MS, this.signal);
      }
    }
  }

  private untilNextLook(): Promise<void> {
    if (performance.now() - this.parkedAtMs < PARKED_LATELY_MS) return pause(PARKED_POLL_MS, this.signal);
    return pause(PARKED_IDLE_POLL_MS, AbortSignal.any([this.signal, this.parking.signal]));
  }

  private noteParked(): void {
    this.parkedAtMs = performance.now();
    this.parking.abort();
    this.parking = new AbortController();
  }

  /** False when the event was not due after all. */
  private async tryAgain(eventId: string): Promise<boolean> {
    const { group } = this.options;
    let taken: WaitingEvent | undefined;
    let handling: EventHandling | undefined;
    try {
      await attempt(this.options, this.stopwatch, async (manager) => {
        taken = await takeEvent(manager, group, eventId);
        if (!taken) return;
        const { message } = taken;
        const event = decodeEvent(message);
        const reaction = this.reactions.to(message.topic, event.type);
        // A later version of the service may no longer react to the type.
        if (reaction) {
          handling ??= new EventHandling(this.metrics, group, message, event);
          await handling.run(() => this.reactions.react(manager, reaction, message, event));
        }
        await finishEvent(manager, group, eventId);
      });
      handling?.end('done');
      if (taken) this.metrics.deliveries.inc({ group, topic: taken.message.topic, outcome: 'done' });
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
    const { topic } = event.message;
    const setback = setbackAfter(this.options, event.attempts + 1, error);
    await withinRecordLimit(recordFailure(database, group, event, setback));
    this.noteParked();
    this.metrics.deliveries.inc({ group, topic, outcome: setback.state });
    logger.error(
      { err: error, group, topic, eventId: event.eventId, attempts: setback.attempts },
      `event is ${setback.state}`,
    );
  }
}
