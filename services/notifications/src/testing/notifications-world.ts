import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { encodeEvent } from '@precis/events/event-message';
import { startService } from '@precis/events/start-service';
import { MailRequested } from '@precis/proto/events/auth/v1/user';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { freshDatabase } from '@precis/testing/postgres';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { readConfig } from '../config.js';
import { notifications } from '../service.js';
import { AuthStandIn, OPEN_REQUEST } from './auth-stand-in.js';
import { TestSmtpServer } from './smtp-server.js';

/** Notifications on its own database and bus, between a mail server and auth's answers. */
export class NotificationsWorld {
  readonly smtp = new TestSmtpServer();
  readonly auth = new AuthStandIn();
  readonly logLines: string[] = [];
  private readonly closers: (() => Promise<unknown>)[] = [];
  folder: string;
  bus: Bus;
  app: ServiceApp;
  database: DataSource;

  static async start(): Promise<NotificationsWorld> {
    const world = new NotificationsWorld();
    try {
      await world.open();
      return world;
    } catch (error) {
      // Else what did start keeps jest alive, and the cause is never shown.
      await world.close();
      throw error;
    }
  }

  private async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'notifications-'));
    const [own, busDatabase, smtpUrl] = await Promise.all([freshDatabase(), freshDatabase(), this.smtp.listen()]);
    this.closers.unshift(
      () => own.drop(),
      () => busDatabase.drop(),
    );
    await this.auth.listen(`${this.folder}/auth.sock`);
    const logger = createLogger('notifications', 'debug', { write: (line: string) => void this.logLines.push(line) });
    this.bus = await openEmbeddedBus({ url: busDatabase.url, logger });
    this.closers.unshift(() => this.bus.close());
    const config = readConfig({
      DATABASE_URL: own.url,
      AUTH_ADDRESS: `unix:${this.folder}/auth.sock`,
      CALLER_SECRET: 'notifications-secret',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Precis <no-reply@precis.example>',
    });
    this.app = await startService(notifications, config, { bus: this.bus, logger });
    this.closers.unshift(() => this.app.close());
    this.database = await new DataSource({ type: 'postgres', url: own.url }).initialize();
    this.closers.unshift(() => this.database.destroy());
  }

  /** Puts a mail-requested event on the bus, `times` over, and says its id. Auth answers `answer` for it. */
  async request(answer: Partial<typeof OPEN_REQUEST> = {}, userId: string = randomUUID(), times = 1): Promise<string> {
    const [eventId, mailRequestId] = [randomUUIDv7(), randomUUID()];
    this.auth.answers.set(mailRequestId, { ...OPEN_REQUEST, ...answer });
    const payload = Buffer.from(MailRequested.encode({ userId, mailRequestId, kind: 'verify-email' }).finish());
    const row = {
      position: '1',
      event_id: eventId,
      topic: 'auth.user.v1',
      key: userId,
      type: 'mail-requested',
      payload,
      occurred_at: new Date(),
      correlation_id: 'test',
      traceparent: null,
    };
    await this.bus.publish(Array.from({ length: times }, () => encodeEvent(row, 'auth')));
    return eventId;
  }

  async state(eventId: string): Promise<string | undefined> {
    const [row] = await this.database.query('SELECT state FROM deliveries WHERE event_id = $1', [eventId]);
    return row?.state;
  }

  /** How often an attempt at a mail had this outcome. */
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
