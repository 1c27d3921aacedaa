import type { Backoff } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Bus } from '../bus.js';

/** What the consumers of one service need. */
export interface ConsumerOptions {
  /** Name of the service: all its processes share the work. */
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
  /** Longest run of a handler; the bus keeps the membership meanwhile, for up to 30 s when the group changes. Default 10 s. */
  deadlineMs?: number;
  /** How long an event may be refused by a database that answers before the group is not healthy. Default 60 s. */
  refusedMs?: number;
  /** Between two turns of the job that removes what lies behind its retention. Default a minute. */
  forgetEveryMs?: number;
}

/** The defaults of the options above: five attempts take up to ten minutes. */
export const MAX_ATTEMPTS = 5;
export const RETRY_BACKOFF: Backoff = { firstMs: 1_000, factor: 8, capMs: 15 * 60_000 };
export const DEADLINE_MS = 10_000;
export const REFUSED_MS = 60_000;
