import { EventEmitter } from 'node:events';
import { backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { Client } from 'pg';
import { APPENDED, createEmbeddedSchema } from './embedded-log.js';

const RECONNECT = { firstMs: 100, factor: 2, capMs: 2_000 };
const STATEMENT_LIMIT_MS = 15_000;
/** Postgres runs on the same machine, so only a busy processor makes connecting slow; more than 5 s have been observed. */
export const CONNECT_LIMIT_MS = 15_000;
/** First half of the advisory locks of groups. */
const GROUP_LOCK = 7_210_011;

/**
 * The bus's permanent connection. It listens for appended topics, and holds the locks that restrict a group to one process. A lost connection is
 * reopened without limit; while it is down, readers poll.
 */
export class EmbeddedLine {
  /** Emits the name of a topic with new messages. */
  readonly appended = new EventEmitter().setMaxListeners(0);
  private readonly stopping = new AbortController();
  private readonly groups = new Set<string>();
  private client: Client | undefined;
  private usurped = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  async open(): Promise<void> {
    const deadlines = { connectionTimeoutMillis: CONNECT_LIMIT_MS, query_timeout: STATEMENT_LIMIT_MS };
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      ...deadlines,
      application_name: 'precis-bus',
    });
    client.on('error', (error) => this.logger.warn({ err: error }, 'bus connection lost'));
    client.on('notification', (message) => this.appended.emit(message.payload ?? ''));
    try {
      await client.connect();
      await createEmbeddedSchema(client);
      for (const group of this.groups) this.usurped ||= !(await lockGroup(client, group));
      await client.query(`LISTEN ${APPENDED}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.on('end', () => void this.reopen());
    this.client = client;
    // Covers messages that were appended while nobody listened.
    this.wakeAll();
  }

  /** Whether appended topics are announced at the moment. */
  get listens(): boolean {
    return this.client !== undefined;
  }

  private wakeAll(): void {
    for (const topic of this.appended.eventNames()) this.appended.emit(topic);
  }

  /** Refuses a group that another process (or another run in this process) consumes: two consumers would break the order of keys. */
  async claim(group: string): Promise<void> {
    // A process that was killed a moment ago may still hold the lock.
    for (let attempt = 1; attempt <= 25; attempt++) {
      if (await this.inTurn(() => this.tryClaim(group))) return;
      await pause(200, this.stopping.signal);
    }
    throw new Error(
      `group ${group} is consumed by another process, or the database connection was lost; the embedded bus serves one process only`,
    );
  }

  async release(group: string): Promise<void> {
    await this.inTurn(async () => {
      if (this.groups.delete(group))
        await this.client?.query('SELECT pg_advisory_unlock($1, hashtext($2))', [GROUP_LOCK, group]);
    }).catch(() => undefined);
  }

  healthy(): void {
    if (this.usurped) throw new Error('another process took over the embedded bus');
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
  }

  private async tryClaim(group: string): Promise<boolean> {
    // Checked here, because the database grants one connection the same lock twice.
    if (this.groups.has(group)) throw new Error(`group ${group} is already consumed in this process`);
    if (!this.client || !(await lockGroup(this.client, group))) return false;
    this.groups.add(group);
    return true;
  }

  /** Runs one statement at a time: pg 9 no longer queues statements on a busy connection. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async reopen(): Promise<void> {
    this.client = undefined;
    // Idle readers begin to poll.
    this.wakeAll();
    for (let failures = 1; !this.stopping.signal.aborted; failures++) {
      await pause(backoffMs(RECONNECT, failures, Math.random()), this.stopping.signal);
      const opened = await this.open().then(
        () => true,
        () => false,
      );
      // Closed while it was being reopened: nothing else would end the new connection, and it would keep the process running.
      if (opened && this.stopping.signal.aborted) await this.close();
      if (opened) return;
    }
  }
}

async function lockGroup(client: Client, group: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
    GROUP_LOCK,
    group,
  ]);
  return rows[0].locked;
}
