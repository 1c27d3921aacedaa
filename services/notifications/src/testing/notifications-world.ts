import type { Bus } from '@precis/events/bus';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { encodeEvent } from '@precis/events/event-message';
import { type RunningService, startService } from '@precis/events/start-service';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import type { Clock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from '../database.js';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { readConfig } from '../config.js';
import { notifications } from '../service.js';
import { AuthStandIn, OPEN_REQUEST } from './auth-stand-in.js';
import { TestSmtpServer } from './smtp-server.js';

export const CALLERS = ['gateway', 'auth', 'billing', 'usage', 'summarisation', 'operator', 'standalone'];
const secretOf = (caller: string) => `${caller}-secret-of-the-tests`;

/** The columns of deliveries that the specs read. */
export interface DeliveryRow {
  state: string;
  attempts: number;
  cause: string | null;
  account_id: string | null;
}

export type NotificationsRpc = Rpc<typeof NotificationsServiceService>;

/** Notifications with its own database and bus, a test mail server and a simulated auth. */
export class NotificationsWorld {
  readonly smtp = new TestSmtpServer();
  readonly auth = new AuthStandIn();
  readonly logLines: string[] = [];
  private readonly closers: (() => Promise<unknown>)[] = [];
  private smtpUrl: string;
  private copies = 0;
  /** Index of the first copy's socket. */
  private first = 0;
  folder: string;
  databaseUrl: string;
  bus: Bus;
  app: RunningService;
  database: DataSource;

  private constructor(
    private readonly settings: Record<string, string>,
    private readonly clock: Clock | undefined,
  ) {}

  /** `settings` are added to the usual ones. `clock`: by default the wall clock. */
  static async start(settings: Record<string, string> = {}, clock?: Clock): Promise<NotificationsWorld> {
    const world = new NotificationsWorld(settings, clock);
    try {
      await world.open();
      return world;
    } catch (error) {
      // Otherwise the started parts keep jest alive, and the cause is never shown.
      await world.close();
      throw error;
    }
  }

  private async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'notifications-'));
    const [own, log, smtpUrl] = await Promise.all([
      migratedDatabase('notifications', openDatabase),
      busDatabase(),
      this.smtp.listen(),
    ]);
    [this.databaseUrl, this.smtpUrl] = [own.url, smtpUrl];
    this.closers.unshift(
      () => own.drop(),
      () => log.drop(),
    );
    await this.auth.listen(`${this.folder}/auth.sock`);
    this.bus = await openEmbeddedBus({ url: log.url, logger: createLogger('bus', 'silent') });
    this.closers.unshift(() => this.bus.close());
    this.app = await this.startCopy();
    this.closers.unshift(() => this.app.close());
    this.database = await new DataSource({ type: 'postgres', url: own.url }).initialize();
    this.closers.unshift(() => this.database.destroy());
  }

  /** Starts one more copy of the service on the same database; the caller closes it. The test bus serves one copy at a time. */
  startCopy(bus = this.bus): Promise<RunningService> {
    const logger = createLogger('notifications', 'debug', { write: (line: string) => void this.logLines.push(line) });
    const config = readConfig({
      DATABASE_URL: this.databaseUrl,
      GRPC_URL: `unix:${this.folder}/${this.copies++}.sock`,
      CALLER_SECRETS: CALLERS.map((caller) => `${caller}=${secretOf(caller)}`).join(','),
      AUTH_ADDRESS: `unix:${this.folder}/auth.sock`,
      CALLER_SECRET: 'notifications-secret',
      PUBLIC_URL: 'https://precis.example',
      UNSUBSCRIBE_SECRET: 'unsubscribe-secret-of-the-tests-0',
      SMTP_URL: this.smtpUrl,
      MAIL_FROM: 'Precis <no-reply@precis.example>',
      WEBHOOK_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
      ...this.settings,
    });
    return startService(notifications, config, { bus, logger, clock: this.clock });
  }

  /** Restarts the first copy with these settings, on a new socket, because gRPC would wait long before it tries the old one again. */
  async restart(settings: Record<string, string>): Promise<void> {
    await this.app.close();
    Object.assign(this.settings, settings);
    this.first = this.copies;
    this.app = await this.startCopy();
  }

  /** A bus without events. */
  async quietBus(): Promise<Bus> {
    const database = await busDatabase();
    const bus = await openEmbeddedBus({ url: database.url, logger: createLogger('bus', 'silent') });
    this.closers.push(
      () => bus.close(),
      () => database.drop(),
    );
    return bus;
  }

  /** A client of the first copy as `caller`. */
  as(caller: string, secret = secretOf(caller)): NotificationsRpc {
    const client = connectRpc(NotificationsServiceService, {
      address: `unix:${this.folder}/${this.first}.sock`,
      caller,
      secret,
    });
    this.closers.unshift(async () => client.close());
    return client;
  }

  /** Publishes a mail-requested event `times` times, and returns its id. Auth answers it with `answer`. */
  async request(answer: Partial<typeof OPEN_REQUEST> = {}, userId: string = randomUUID(), times = 1): Promise<string> {
    const mailRequestId = randomUUID();
    const redeemed = { ...OPEN_REQUEST, ...answer };
    this.auth.answers.set(mailRequestId, redeemed);
    return this.publish(EVENTS.mailRequested.of({ userId, mailRequestId, kind: redeemed.kind }, new Date()), times);
  }

  /** Publishes an event `times` times, like its writer's relay, and returns its id. */
  async publish(announcement: Announcement, times = 1): Promise<string> {
    const [eventId] = await this.publishAll([announcement], times);
    return eventId;
  }

  async publishAll(announcements: Announcement[], times = 1): Promise<string[]> {
    const messages = announcements.map(({ topic, key, type, payload, occurredAt }) => {
      const row = {
        position: '1',
        event_id: randomUUIDv7(),
        topic,
        key,
        type,
        payload: Buffer.from(payload),
        occurred_at: occurredAt ?? new Date(),
        correlation_id: 'test',
        traceparent: null,
      };
      return encodeEvent(row, topic.split('.')[0]);
    });
    for (let time = 0; time < times; time++) await this.bus.publish(messages);
    return messages.map(({ headers }) => headers['event-id']);
  }

  async delivery(eventId: string): Promise<DeliveryRow | undefined> {
    const [row] = await this.database.query('SELECT * FROM deliveries WHERE event_id = $1', [eventId]);
    return row;
  }

  /** The outcome of an event's mail; undefined while it waits. */
  async state(eventId: string): Promise<string | undefined> {
    const row = await this.delivery(eventId);
    return row?.state === 'queued' ? undefined : row?.state;
  }

  /** How many attempts had this outcome. */
  async attempts(outcome: string): Promise<number> {
    const metric = await this.app.metrics.getSingleMetric('precis_mail_attempts_total')!.get();
    return metric.values.find(({ labels }) => labels.outcome === outcome)!.value;
  }

  mailsOf(eventId: string): string[] {
    return this.smtp.mails.filter((mail) => mail.includes(`Message-ID: <${eventId}@precis.example>`));
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
    this.auth.close();
    await this.smtp.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
