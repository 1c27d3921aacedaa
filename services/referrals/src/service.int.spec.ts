import { Bus, type BusConsumer, type OutgoingMessage } from '@precis/events/bus';
import { StuckBus } from '@precis/events/fixture/stuck-bus';
import { startService } from '@precis/events/start-service';
import { closeApp } from '@precis/testing/closing-app';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { openDatabase } from './database.js';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { referrals } from './service.js';
import { ConsumingDatabase } from './testing/consuming-database.js';
import { completed, registered, verified } from './testing/facts.js';
import { RunningReferrals, silent } from './testing/running-referrals.js';

/** A bus that keeps published messages, or cannot be reached, as when the process dies between commit and publish. */
class RecordingBus extends Bus {
  readonly published: OutgoingMessage[] = [];
  tries = 0;

  constructor(private readonly reachable: boolean) {
    super();
  }

  async publish(messages: OutgoingMessage[]): Promise<void> {
    this.tries += 1;
    if (!this.reachable) throw new Error('the bus is away');
    this.published.push(...messages);
  }

  async run(): Promise<BusConsumer> {
    return { stop: async () => undefined, healthy: () => undefined };
  }

  async close(): Promise<void> {}
}

describe('referrals as a whole', () => {
  it('publishes after a restart what was committed before a crash, once and in order', async () => {
    const consuming = await ConsumingDatabase.open();
    const [referrer, userId] = [randomUUID(), randomUUID()];
    try {
      const code = await consuming.codeOf(referrer);
      await consuming.handleAll([registered(referrer), registered(userId), verified(userId, code)]);
      const payments = Array.from({ length: 3 }, (_, n) => ({ userId, paymentId: `${n}-${userId}` }));
      await consuming.handleAll(payments.map((paid) => completed(paid)));
      const away = new RecordingBus(false);
      const before = await RunningReferrals.start(consuming.url, away);
      await eventually('the relay tries', () => away.tries > 0);
      await before.close();
      const bus = new RecordingBus(true);
      const after = await RunningReferrals.start(consuming.url, bus);
      await eventually('all are published', () => bus.published.length >= 3);
      await after.close();
      const rows = await consuming.database.query('SELECT event_id FROM outbox ORDER BY position');
      expect(bus.published.map(({ headers }) => headers['event-id'])).toEqual(
        rows.map(({ event_id }: { event_id: string }) => event_id),
      );
    } finally {
      await consuming.close();
    }
  });

  it('frees its database also when another part of it fails to close', async () => {
    const complaint = await closeApp((databaseUrl, folder) => {
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        GRPC_URL: `unix:${join(folder, 'own')}`,
        CALLER_SECRETS: 'gateway=secret-of-the-gateway',
      });
      return startService(referrals, config, { bus: new StuckBus(), logger: silent });
    });
    expect(complaint).toMatchObject({ message: expect.stringContaining('referrals did not close cleanly') });
  });

  it('is ready while its database answers', async () => {
    const { url, drop } = await migratedDatabase('referrals', openDatabase);
    const running = await RunningReferrals.start(url, new RecordingBus(true));
    await expect(running.app.ready()).resolves.toBeUndefined();
    await running.close();
    await expect(running.app.ready()).rejects.toThrow();
    await drop();
  });
});
