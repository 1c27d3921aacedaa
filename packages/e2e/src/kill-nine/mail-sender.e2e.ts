import { openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { mailedLinks, registerUnverified } from '../deployment/accounts.js';
import { databaseRows } from '../deployment/database-rows.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';

/** Any number that no other lock uses. */
const HELD = 7_310_112;

/** The last moment at which a mail can be sent twice: the server has accepted it, and nobody has recorded that. */
describe('kill -9 of notifications after the mail server took a mail and before that was recorded', () => {
  let precis: Distributed;
  beforeAll(async () => {
    precis = await startDistributed({
      copies: { auth: 1, billing: 1, usage: 1, summarisation: 1, notifications: 1, gateway: 1 },
    });
  }, 240_000);
  afterAll(() => precis?.close(), 90_000);

  it('sends the mail once more after the lease, with the same Message-ID and the same link, and then never again (MAIL-2)', async () => {
    const url = precis.databaseUrls.notifications;
    const rows = (sql: string, parameters?: unknown[]) => databaseRows(url, sql, parameters);
    const [sender] = precis.copies.notifications;
    // Makes the UPDATE that records a mail as sent wait for a lock. It affects only requested mails, so news for the demo account continues.
    await rows(`
      CREATE FUNCTION wait_to_record() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(${HELD}); RETURN NEW; END $$;
      CREATE TRIGGER wait_to_record BEFORE UPDATE ON deliveries FOR EACH ROW
        WHEN (NEW.state = 'sent' AND NEW.mail_request_id IS NOT NULL) EXECUTE FUNCTION wait_to_record()`);
    const holder = await openDatabase({ url, migrations: [], poolSize: 1 });
    const runner = holder.createQueryRunner();
    try {
      await runner.query(`SELECT pg_advisory_lock(${HELD})`);
      const { email } = await registerUnverified(precis);
      const waiting = () => rows(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      const [{ pid }] = await eventually(
        'the record waits',
        async () => (await waiting()).length === 1 && (await waiting()),
        30_000,
      );
      const [taken] = await precis.mailbox(email);
      expect(taken.messageId).toMatch(/@precis\.example>?$/);
      await sender.kill();
      // Statements sent by the killed process must not reach the database.
      await rows('SELECT pg_terminate_backend($1)', [pid]);
      await rows('DROP FUNCTION wait_to_record CASCADE');
      await sender.start();
      const eventId = taken.messageId.replace(/^<|@.*$/g, '');
      const delivery = async () =>
        (await rows('SELECT state, attempts, lease_until FROM deliveries WHERE event_id::text = $1', [eventId]))[0];
      expect(await delivery()).toMatchObject({ state: 'queued', attempts: 1, lease_until: expect.any(Date) });
      // Other mails are sent during this time.
      const other = await registerUnverified(precis);
      await eventually('the mail of another', async () => (await precis.mailbox(other.email))[0], 30_000);
      expect(await delivery()).toMatchObject({ state: 'queued', attempts: 1 });
      await rows('UPDATE deliveries SET lease_until = now() WHERE event_id::text = $1', [eventId]);
      await eventually('it is sent', async () => (await delivery()).state === 'sent', 30_000);
      expect(await delivery()).toMatchObject({ attempts: 2, lease_until: null });
      // The mailbox merges equal mails with one Message-ID. A mail with another id or another link would be listed separately.
      expect(await precis.mailbox(email)).toEqual([taken]);
      const token = new URL((await mailedLinks(precis, email))[0]).searchParams.get('token');
      const verified = await precis.call('POST', '/api/auth/verify-email', { body: { token } });
      expect([verified.status, verified.text]).toEqual([200, verified.text]);
    } finally {
      await runner.release();
      await holder.destroy();
    }
  }, 150_000);
});
