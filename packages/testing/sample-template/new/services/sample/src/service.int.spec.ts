import { EVENTS } from '@precis/events/catalogue/events';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { encodeEvent } from '@precis/events/event-message';
import { startService } from '@precis/events/start-service';
import { SampleServiceService } from '@precis/proto/sample/v1/sample';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { freshDatabase } from '@precis/testing/postgres';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { sample } from './service.js';

const SECRET = 'secret-of-the-tests';

/** A new account's event, as auth's relay publishes it. */
function registered() {
  const message = { userId: randomUUID(), referralCode: '', emailHash: new Uint8Array() };
  const { topic, key, type, payload } = EVENTS.userRegistered.of(message, new Date());
  const row = { topic, key, type, payload: Buffer.from(payload), occurred_at: new Date() };
  const event = { position: '1', event_id: randomUUIDv7(), correlation_id: 'test', traceparent: null };
  return encodeEvent({ ...row, ...event }, 'auth');
}

describe('sample', () => {
  it('counts an account once, however often its event comes, and admits its callers alone', async () => {
    const [own, log, folder] = [await freshDatabase(), await freshDatabase(), await mkdtemp(join(tmpdir(), 'sample-'))];
    const logger = createLogger('test', 'silent');
    const bus = await openEmbeddedBus({ url: log.url, logger, drainMs: 1_000 });
    const address = `unix:${join(folder, 's')}`;
    const CALLER_SECRETS = `gateway=${SECRET},usage=${SECRET}`;
    const config = readConfig({ DATABASE_URL: own.url, GRPC_URL: address, CALLER_SECRETS });
    const app = await startService(sample, config, { bus, logger });
    const [gateway, stranger] = ['gateway', 'usage'].map((caller) =>
      connectRpc(SampleServiceService, { address, caller, secret: SECRET }),
    );
    const counted = async () => (await gateway.countRegistrations({}, { deadlineMs: 5_000 })).registrations;
    try {
      const [first, second] = [registered(), registered()];
      await bus.publish([first, first, second]);
      await eventually('both are counted', async () => (await counted()) === 2);
      await expect(stranger.countRegistrations({}, { deadlineMs: 5_000 })).rejects.toMatchObject({
        code: 'caller_refused',
      });
    } finally {
      gateway.close();
      stranger.close();
      await app.close();
      await bus.close();
      await Promise.all([own.drop(), log.drop(), rm(folder, { recursive: true })]);
    }
  });
});
