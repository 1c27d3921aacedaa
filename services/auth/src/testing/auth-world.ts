import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { type RunningService, startService } from '@precis/events/start-service';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { MailRequested } from '@precis/proto/events/auth/v1/user';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from '../database.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { readConfig } from '../config.js';
import { auth } from '../service.js';
import { TestClock } from './test-clock.js';

export const CALLERS = ['gateway', 'notifications', 'billing', 'operator', 'standalone', 'usage'];
const secretOf = (caller: string) => `${caller}-secret-for-tests`;

export type AuthRpc = Rpc<typeof AuthServiceService>;

export interface OutboxRow {
  topic: string;
  key: string;
  type: string;
  payload: Buffer;
}

/** Auth with its own database, bus and unix socket, and a second connection for direct reads. */
export class AuthWorld {
  readonly clock = new TestClock();
  readonly logLines: string[] = [];
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly clients = new Map<string, AuthRpc>();
  readonly gateway = () => this.as('gateway');
  folder: string;
  database: DataSource;
  bus: Bus;
  app: RunningService;
  env: Record<string, string>;

  static async start(settings: Record<string, string> = {}): Promise<AuthWorld> {
    const world = new AuthWorld();
    try {
      await world.open(settings);
      return world;
    } catch (error) {
      // Otherwise the started parts keep jest alive, and the cause is never shown.
      await world.close();
      throw error;
    }
  }

  private async open(settings: Record<string, string>): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'auth-'));
    const [own, bus] = await Promise.all([migratedDatabase('auth', openDatabase), busDatabase()]);
    this.closers.unshift(
      () => own.drop(),
      () => bus.drop(),
    );
    this.env = {
      DATABASE_URL: own.url,
      GRPC_URL: `unix:${this.folder}/auth.sock`,
      CALLER_SECRETS: CALLERS.map((caller) => `${caller}=${secretOf(caller)}`).join(','),
      PUBLIC_URL: 'http://localhost:8080/',
      LINK_SECRET: 'l'.repeat(32),
      KEY_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
      API_KEY_PEPPER: 'p'.repeat(32),
      EMAIL_HASH_SECRET: 'e'.repeat(32),
      PASSWORD_HASHING: 'light',
      ...settings,
    };
    this.bus = await openEmbeddedBus({ url: bus.url, logger: this.logger() });
    this.closers.unshift(() => this.bus.close());
    this.app = await this.startApp();
    this.closers.unshift(() => this.app.close());
    this.database = await new DataSource({ type: 'postgres', url: own.url }).initialize();
    this.closers.unshift(() => this.database.destroy());
  }

  startApp(bus: Bus = this.bus): Promise<RunningService> {
    return startService(auth, readConfig(this.env), { bus, logger: this.logger(), clock: this.clock });
  }

  /** A client of the service as `caller`; `path` is the socket, `secret` may be a wrong one. */
  as(caller: string, path = `${this.folder}/auth.sock`, secret = secretOf(caller)): AuthRpc {
    const name = `${caller} ${path} ${secret}`;
    const client =
      this.clients.get(name) ?? connectRpc(AuthServiceService, { address: `unix:${path}`, caller, secret });
    this.clients.set(name, client);
    return client;
  }

  /** All events of the outbox, oldest first. */
  async events(): Promise<OutboxRow[]> {
    return this.database.query('SELECT topic, key, type, payload FROM outbox ORDER BY position');
  }

  async count(table: string): Promise<number> {
    const [row] = await this.database.query(`SELECT count(*)::int AS n FROM ${table}`);
    return row.n;
  }

  /** All requested mails, oldest first. */
  async mails(): Promise<MailRequested[]> {
    return (await this.events())
      .filter((row) => row.type === 'mail-requested')
      .map((row) => MailRequested.decode(row.payload));
  }

  /** Waits until `waiting` statements of the service wait for a row that the test has locked. */
  async waitsForLock(waiting = 1): Promise<void> {
    await eventually('a statement that waits for a lock', async () => {
      return (
        (await this.count(
          `pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
        )) >= waiting
      );
    });
  }

  /** Token of the newest mail request, as notifications puts it into the mail. */
  async newestToken(): Promise<string> {
    const { mailRequestId } = (await this.mails()).findLast(({ kind }) => kind !== 'change-email-notice')!;
    const { link } = await this.as('notifications').redeemMailRequest({ mailRequestId });
    return new URL(link).searchParams.get('token')!;
  }

  /** Kinds of the account's activity, oldest first. */
  async activity(accountId: string): Promise<string[]> {
    const rows = await this.database.query('SELECT kind FROM activity WHERE user_id = $1 ORDER BY at, ctid', [
      accountId,
    ]);
    return rows.map(({ kind }: { kind: string }) => kind);
  }

  async verifiedUser(email = 'ada@example.com', password = 'correct horse') {
    await this.gateway().register({ name: 'Ada', email, password, referralCode: '' });
    const { user, sessionToken } = await this.gateway().verifyEmail({ token: await this.newestToken() });
    return { user: user!, sessionToken };
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) client.close();
    for (const close of this.closers) await close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private logger() {
    return createLogger('auth', 'debug', { write: (line: string) => void this.logLines.push(line) });
  }
}
