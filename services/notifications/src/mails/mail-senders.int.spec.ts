import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { runMailsCommand } from '../operator/mails-command.js';
import { NotificationsWorld } from '../testing/notifications-world.js';

const MAILS = process.env.FULL ? 1_000 : 100;
const SERVER_MS = 200;
const LIMIT_MS = 60_000;

describe('the senders', () => {
  let world: NotificationsWorld;
  beforeAll(async () => void (world = await NotificationsWorld.start()));
  beforeEach(() => world.smtp.reset());
  afterAll(() => world?.close());

  const passwordChanged = (userId: string = randomUUID()) =>
    EVENTS.passwordChanged.of({ userId, how: 'changed' }, new Date());
  const decided = (eventId: string, timeoutMs?: number) =>
    eventually(`a delivery of ${eventId}`, () => world.state(eventId), timeoutMs);
  const idsOfMails = () => world.smtp.mails.map((mail) => /^Message-ID: <([^@]+)@/m.exec(mail)![1]);
  const mailsCommand = async (...args: string[]) => {
    const lines: string[] = [];
    const exitCode = await runMailsCommand(args, { DATABASE_URL: world.databaseUrl }, (line) => lines.push(line));
    return { exitCode, lines };
  };
  /** Leaves a delivery like a sender that was killed after the server accepted the mail. */
  const killedBeforeRecord = (eventId: string, leaseMs: number) =>
    world.database.query(
      `UPDATE deliveries SET state = 'queued', decided_at = NULL, next_try_at = now(), lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
       WHERE event_id = $1`,
      [eventId, leaseMs],
    );

  it(`on two copies send a queue of ${MAILS} mails, each once, within a minute to a server that takes ${SERVER_MS} ms per mail`, async () => {
    // No mail is sent before all are queued and both copies run.
    await world.database.query(`
      CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.next_try_at = now() + interval '1 hour'; RETURN NEW; END $$;
      CREATE TRIGGER later BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION later()`);
    const eventIds = await world.publishAll(Array.from({ length: MAILS }, () => passwordChanged()));
    const inState = async (state: string) =>
      (await world.database.query('SELECT FROM deliveries WHERE event_id = ANY($1) AND state = $2', [eventIds, state]))
        .length;
    await eventually('all written down', async () => (await inState('queued')) === MAILS, LIMIT_MS);
    await world.database.query('DROP FUNCTION later CASCADE');
    world.smtp.delayMs = SERVER_MS;
    const second = await world.startCopy(await world.quietBus());
    const connections = world.smtp.connections;
    try {
      await world.database.query(`UPDATE deliveries SET next_try_at = now() WHERE state = 'queued'`);
      await eventually('all sent', async () => (await inState('sent')) === MAILS, LIMIT_MS);
    } finally {
      await second.close();
    }
    expect(idsOfMails().sort()).toEqual([...eventIds].sort());
    // Connections are pooled: one carries up to a hundred mails, and each copy opens five.
    expect(world.smtp.connections - connections).toBeLessThan(10 + MAILS / 20);
  }, 180_000);

  it('send a mail once more, with the same Message-ID, when one of them was killed before it recorded it (MAIL-2)', async () => {
    const eventId = await world.publish(passwordChanged());
    await decided(eventId);
    await killedBeforeRecord(eventId, 1_500);
    const after = await world.publish(passwordChanged());
    await decided(after);
    expect(world.mailsOf(eventId)).toHaveLength(1);
    expect(await decided(eventId)).toBe('sent');
    expect(world.mailsOf(eventId)).toHaveLength(2);
  });

  it('give up a mail whose sender was killed at every attempt', async () => {
    const eventId = await world.publish(passwordChanged());
    await decided(eventId);
    await world.database.query('UPDATE deliveries SET attempts = 12 WHERE event_id = $1', [eventId]);
    await killedBeforeRecord(eventId, 0);
    expect(await decided(eventId)).toBe('dead');
    expect(await world.delivery(eventId)).toMatchObject({ cause: 'mail not sent: its process died at every attempt' });
    expect(world.mailsOf(eventId)).toHaveLength(1);
    expect((await mailsCommand('retry', eventId)).exitCode).toBe(0);
    expect(await decided(eventId)).toBe('sent');
  });

  it('record nothing when another sender has taken over the mail', async () => {
    world.smtp.delayMs = 700;
    const eventId = await world.publish(passwordChanged());
    await eventually('it is under way', () => world.mailsOf(eventId).length === 1);
    await world.database.query('UPDATE deliveries SET attempts = attempts + 1 WHERE event_id = $1', [eventId]);
    await eventually(
      'the first is done with it',
      async () => (await world.attempts('sent')) > 0 && world.smtp.mails.length > 0,
    );
    const after = await world.publish(passwordChanged());
    await decided(after);
    expect(await world.delivery(eventId)).toMatchObject({ state: 'queued', attempts: 2 });
    await killedBeforeRecord(eventId, 0);
    expect(await decided(eventId)).toBe('sent');
  });

  it('use a new connection when the server has closed idle ones', async () => {
    await decided(await world.publish(passwordChanged()));
    world.smtp.hangUp();
    const eventId = await world.publish(passwordChanged());
    expect(await decided(eventId)).toBe('sent');
    expect((await world.delivery(eventId))!.attempts).toBe(1);
  });

  it('close the connection when there is nothing to send', async () => {
    await decided(await world.publish(passwordChanged()));
    await eventually('no open connection', () => world.smtp.open === 0);
  });

  it('finish mails in progress before the service closes, and leave the others to the next process', async () => {
    await world.app.close();
    const copy = await world.startCopy();
    world.smtp.delayMs = 1_000;
    const eventIds = await world.publishAll(Array.from({ length: 8 }, () => passwordChanged()));
    await eventually('five are under way', () => world.smtp.mails.length === 5);
    await copy.close();
    const rows = await world.database.query('SELECT state, lease_until FROM deliveries WHERE event_id = ANY($1)', [
      eventIds,
    ]);
    expect(rows.filter(({ state }: { state: string }) => state === 'sent')).toHaveLength(5);
    expect(rows.filter((row: object) => 'lease_until' in row && row.lease_until !== null)).toEqual([]);
    world.smtp.delayMs = 0;
    world.app = await world.startCopy();
    for (const eventId of eventIds) expect(await decided(eventId)).toBe('sent');
    expect(idsOfMails().sort()).toEqual([...eventIds].sort());
  }, 30_000);

  it('give up a mail after its last attempt, visibly, and an operator can revive it (MAIL-12)', async () => {
    world.smtp.replies = { RCPT: '451 4.3.0 later' };
    const eventId = await world.publish(passwordChanged());
    await eventually('a first attempt', async () => (await world.delivery(eventId))?.cause);
    await world.database.query('UPDATE deliveries SET attempts = 11, next_try_at = now() WHERE event_id = $1', [
      eventId,
    ]);
    expect(await decided(eventId)).toBe('dead');
    expect(world.logLines.find((line) => line.includes(eventId) && line.includes('mail is dead'))).toContain('451');
    expect(await world.app.metrics.metrics()).toContain('precis_mails_waiting{state="dead"} 1');
    expect(await mailsCommand('dead')).toEqual({
      exitCode: 0,
      lines: [expect.stringMatching(`^${eventId}  password-changed  since .* RCPT TO 451 4\\.3\\.0$`), '1 dead mails'],
    });
    world.smtp.reset();
    expect(await mailsCommand('retry', eventId)).toEqual({ exitCode: 0, lines: ['1 mails will be tried again'] });
    expect(await decided(eventId)).toBe('sent');
    expect((await mailsCommand('retry', '--all')).exitCode).toBe(1);
    expect(await world.app.metrics.metrics()).toContain('precis_mails_waiting{state="dead"} 0');
  });

  it.each([[], ['retry'], ['retry', 'x'], ['dead', 'x'], ['retry', '--all', 'x'], ['send']])(
    'refuse an unclear command of the operator: %j',
    async (...args) => {
      const { exitCode, lines } = await mailsCommand(...args);
      expect([exitCode, lines[0]]).toEqual([2, expect.stringContaining('usage:')]);
    },
  );

  it('count waiting mails, and the age of the oldest', async () => {
    world.smtp.replies = { RCPT: '451 4.3.0 later' };
    const eventId = await world.publish(passwordChanged());
    await eventually('a first attempt', async () => (await world.delivery(eventId))?.cause);
    await world.database.query(`UPDATE deliveries SET created_at = now() - interval '1 hour' WHERE event_id = $1`, [
      eventId,
    ]);
    const [count, age] = ['precis_mails_waiting{state="queued"} ', 'precis_mails_oldest_age_seconds '].map(
      (name) => async () =>
        Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')}(.*)$`, 'm').exec(await world.app.metrics.metrics())![1]),
    );
    expect(await count()).toBe(1);
    expect(await age()).toBeGreaterThan(3_599);
    world.smtp.reset();
    await decided(eventId, 20_000);
    expect([await count(), await age()]).toEqual([0, 0]);
  }, 30_000);
});
