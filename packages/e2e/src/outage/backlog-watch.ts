import { eventually } from '@precis/testing/eventually';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseRows } from '../deployment/database-rows.js';
import { DATABASE_SERVICES, type DatabaseService } from '../deployment/distributed-settings.js';
import { unhandled } from './arrivals.js';

const LOOK_EVERY_MS = 500;
/** Ten times what was measured on a dedicated machine. */
export const DRAIN_LIMIT_MS = 240_000;

export interface Backlog {
  unpublished: number;
  /** Unpublished, or published and not yet handled by each group that handles its type. */
  waiting: number;
}

/** Observes the number of waiting events, in all outboxes together. */
export class BacklogWatch {
  /** The highest observed number of unpublished events. */
  most = 0;
  private readonly seen: string[] = [];
  private timer?: NodeJS.Timeout;

  constructor(private readonly databaseUrls: Record<DatabaseService, string>) {}

  /** Counts every `everyMs`, until stop(). */
  start(everyMs: number): void {
    const startedMs = performance.now();
    this.timer = setInterval(() => {
      void this.look().then(
        ({ unpublished }) => {
          this.most = Math.max(this.most, unpublished);
          this.seen.push(`${unpublished} after ${Math.round((performance.now() - startedMs) / 1_000)} s`);
        },
        (error: Error) => this.seen.push(`unknown: ${error.message}`),
      );
    }, everyMs);
  }

  stop(): string[] {
    clearInterval(this.timer);
    return this.seen;
  }

  /** Waits until no event of this kind that was announced before that time is left. Returns the seconds that it took. */
  async seconds(kind: keyof Backlog, before?: Date): Promise<string> {
    const startedMs = performance.now();
    let failed: Error | undefined;
    const isEmpty = async () => {
      // Each count is work for the same machine, and so delays what it counts.
      await pause(LOOK_EVERY_MS);
      // The services handle all waiting events at the same time now, so a count may get no database connection. Such a failure proves nothing.
      const left = await this.look(before).catch((error: Error) => (failed = error));
      return !(left instanceof Error) && left[kind] === 0;
    };
    await eventually(`nothing ${kind}`, isEmpty, DRAIN_LIMIT_MS).catch((error: Error) => {
      throw new Error(error.message, { cause: failed });
    });
    return ((performance.now() - startedMs) / 1_000).toFixed(1);
  }

  /** Counts the events announced before that time; by default all. */
  async look(before = new Date(Date.now() + 60_000)): Promise<Backlog> {
    const counts = await Promise.all(
      DATABASE_SERVICES.map((name) =>
        databaseRows(
          this.databaseUrls[name],
          'SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL AND created_at < $1',
          [before],
        ),
      ),
    );
    const unpublished = counts.reduce((sum, [{ n }]) => sum + (n as number), 0);
    return { unpublished, waiting: unpublished + (await unhandled(this.databaseUrls, before)).length };
  }
}
