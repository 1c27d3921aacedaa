import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { isTransientConflict } from '@precis/runtime/transient-conflict';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Bus, ReceivedMessage } from '../bus.js';
import { type DecodedEvent, withCorrelation } from '../event-message.js';
import type { Stopwatch } from '../measurement.js';
import { causeOf, type Setback } from './consumed-events.js';

/** The options of a service's consumers. */
export interface ConsumerOptions {
  /** Name of the service: all its processes share the group's work. */
  group: string;
  bus: Bus;
  /** The service's own database, where effects and consumed_events commit together. */
  database: DataSource;
  logger: Logger;
  metrics: Registry;
  /** Attempts before an event is dead. Default 5. */
  maxAttempts?: number;
  /** Waits between attempts. Default 1 s, 8 s, 64 s, 512 s, less up to half at random. */
  backoff?: Backoff;
  /** Time limit of a handler. Default 10 s: less than the 30 s that a rebalance of the Kafka group waits for a busy member. */
  deadlineMs?: number;
  /** How long an answering database may refuse an event before the group is unhealthy. Default 60 s. */
  refusedMs?: number;
  /** Interval of the job that deletes expired rows. Default a minute. */
  forgetEveryMs?: number;
}

/** Defaults of the options above: five attempts take up to ten minutes. */
export const MAX_ATTEMPTS = 5;
export const RETRY_BACKOFF: Backoff = { firstMs: 1_000, factor: 8, capMs: 15 * 60_000 };
export const DEADLINE_MS = 10_000;
export const REFUSED_MS = 60_000;

/** One event as the runner passes it on; its payload is protobuf bytes of proto/events. */
export interface RawEvent extends DecodedEvent {
  topic: string;
  /** The runner's open transaction: what is written through it commits together with the event's row in consumed_events, or not at all. */
  manager: EntityManager;
}

/** A group's one reaction to a type of event. */
export interface EventReaction {
  topic: string;
  type: string;
  handle(event: RawEvent): Promise<void>;
}

/** What a group reacts to: one reaction per type. */
export class Reactions {
  private readonly byPattern = new Map<string, EventReaction>();

  /** Refuses a second reaction to a type: one row in consumed_events cannot show which of the two is done. */
  constructor(group: string, reactions: EventReaction[]) {
    for (const reaction of reactions) {
      const pattern = patternOf(reaction.topic, reaction.type);
      if (this.byPattern.has(pattern))
        throw new Error(`group ${group} has two handlers of ${reaction.type} on ${reaction.topic}`);
      this.byPattern.set(pattern, reaction);
    }
  }

  topics(): string[] {
    return [...new Set([...this.byPattern.values()].map((reaction) => reaction.topic))];
  }

  to(topic: string, type: string): EventReaction | undefined {
    return this.byPattern.get(patternOf(topic, type));
  }

  /** Runs the reaction in the transaction of `manager`; events that it writes carry the correlation on. */
  async react(
    manager: EntityManager,
    reaction: EventReaction,
    { topic }: ReceivedMessage,
    event: DecodedEvent,
  ): Promise<void> {
    await withCorrelation({ correlationId: event.correlationId }, () => reaction.handle({ ...event, topic, manager }));
  }
}

/** Neither a topic nor a type contains a space. */
const patternOf = (topic: string, type: string): string => `${topic} ${type}`;

/** Transactions of one attempt. */
const TRIES = 3;

/**
 * Makes one attempt at one event: runs `step` in a transaction within the deadline. After a transient conflict it runs a new transaction, at most
 * TRIES in all, each with its own deadline.
 */
export async function attempt<T>(
  options: ConsumerOptions,
  stopwatch: Stopwatch,
  step: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const stop = stopwatch.start();
    try {
      return await inEventTransaction(options.database, options.deadlineMs ?? DEADLINE_MS, step);
    } catch (error) {
      if (tries === TRIES || !isTransientConflict(error)) throw error;
    } finally {
      stop();
    }
  }
}

/** What is recorded after a failed attempt: parked, with the delay of the next attempt, or dead after the last one. */
export function setbackAfter(options: ConsumerOptions, attempts: number, error: unknown): Setback {
  const dead = attempts >= (options.maxAttempts ?? MAX_ATTEMPTS);
  return {
    state: dead ? 'dead' : 'parked',
    attempts,
    delayMs: dead ? 0 : backoffMs(options.backoff ?? RETRY_BACKOFF, attempts, Math.random()),
    cause: causeOf(error),
  };
}

/** A handler exceeded its time limit. */
export class HandlerDeadline extends Error {
  override name = 'HandlerDeadline';
  constructor(ms: number) {
    super(`the handler did not finish within ${ms} ms`);
  }
}

/** The used part of a pg client: `end()` cuts the connection and the pool drops it. */
interface Connection {
  processID: number;
  end(): Promise<void>;
}

const CLEANUP_MS = 2_000;

/**
 * Runs one event's step in a transaction and gives up at the deadline. Giving up kills the connection: the step may still run, and neither it nor a
 * waiting statement may commit anything after the event counts as failed.
 */
export async function inEventTransaction<T>(
  database: DataSource,
  deadlineMs: number,
  step: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = database.createQueryRunner();
  // Outside of the deadline: the pool has its own, and a connection that arrives after the release would leak.
  const connection = (await runner.connect()) as Connection;
  let late = false;
  try {
    return await within(
      deadlineMs,
      transaction(runner, step, () => late),
      () => {
        late = true;
        return new HandlerDeadline(deadlineMs);
      },
    );
  } catch (error) {
    if (late) await kill(database, connection);
    else await rollBack(runner, connection);
    throw error;
  } finally {
    await runner.release();
  }
}

async function transaction<T>(
  runner: QueryRunner,
  step: (manager: EntityManager) => Promise<T>,
  isLate: () => boolean,
): Promise<T> {
  await runner.startTransaction();
  const result = await step(runner.manager);
  if (isLate()) throw new Error('too late to commit');
  await runner.commitTransaction();
  return result;
}

async function rollBack(runner: QueryRunner, connection: Connection): Promise<void> {
  try {
    await within(CLEANUP_MS, runner.rollbackTransaction(), () => new Error('no answer to ROLLBACK'));
  } catch {
    // A connection in an unknown state must not go back into the pool.
    void connection.end().catch(() => undefined);
  }
}

/** Ends the server's side first, so that its locks are released immediately; when that fails, closes only the socket. */
async function kill(database: DataSource, connection: Connection): Promise<void> {
  const terminated = database.query('SELECT pg_terminate_backend($1)', [connection.processID]);
  await within(CLEANUP_MS, terminated, () => new Error('no answer')).catch(() => undefined);
  void connection.end().catch(() => undefined);
}

const PROBE_MS = 2_000;
/** Longer than the statement timeout, so that it only ends statements of a silent server. */
const RECORD_MS = 12_000;

/** Whether the service's database answers at all: only when it does is a failed event counted as an attempt. */
export async function databaseAnswers(database: DataSource): Promise<boolean> {
  try {
    await within(PROBE_MS, database.query('SELECT 1'), () => new Error('no answer'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects when a statement outside of a handler's transaction takes longer than RECORD_MS. Without the limit, a silently dead connection would block
 * the partition forever.
 */
export function withinRecordLimit<T>(statement: Promise<T>): Promise<T> {
  return within(RECORD_MS, statement, () => new Error('the database did not answer in time'));
}
