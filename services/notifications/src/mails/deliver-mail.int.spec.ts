import { EVENTS } from '@precis/events/catalogue/events';
import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { NotificationsWorld } from '../testing/notifications-world.js';
import type { SmtpStep } from '../testing/smtp-server.js';

describe('a requested mail', () => {
  let world: NotificationsWorld;
  beforeAll(async () => void (world = await NotificationsWorld.start()));
  beforeEach(() => world.smtp.reset());
  afterAll(() => world?.close());

  const decided = (eventId: string, timeoutMs?: number) =>
    eventually(`a delivery of ${eventId}`, () => world.state(eventId), timeoutMs);

  it('goes to the address with the link from auth, with a Message-ID of its event', async () => {
    const eventId = await world.request();
    expect(await decided(eventId)).toBe('sent');
    const [mail] = world.mailsOf(eventId);
    expect(mail).toContain('To: ada@example.com\n');
    expect(mail).toContain('From: Precis <no-reply@precis.example>\n');
    expect(mail.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(
      'https://precis.example/verify-email?token=canary-token',
    );
    expect(world.auth.callers.at(-1)).toBe('notifications/notifications-secret');
  });

  it('is sent once when its event arrives twice (MAIL-2)', async () => {
    const eventId = await world.request({}, randomUUID(), 3);
    const after = await world.request();
    await decided(after);
    expect(world.mailsOf(eventId)).toHaveLength(1);
    expect(await world.state(eventId)).toBe('sent');
  });

  it('is not sent once a newer request replaced it', async () => {
    const eventId = await world.request({ superseded: true, address: '', name: '', link: '' });
    expect(await decided(eventId)).toBe('superseded');
    expect(world.mailsOf(eventId)).toHaveLength(0);
  });

  it('is neither sent nor retried once auth has deleted its request with the account', async () => {
    const userId = randomUUID();
    const asked = EVENTS.mailRequested.of({ userId, mailRequestId: randomUUID(), kind: 'verify-email' }, new Date());
    const eventId = await world.publish(asked);
    expect(await decided(eventId)).toBe('superseded');
    expect(await world.delivery(eventId)).toMatchObject({ attempts: 1, cause: null });
    expect(world.mailsOf(eventId)).toHaveLength(0);
  });

  it('waits when auth does not find it for another reason', async () => {
    const usual = world.auth.refusal;
    world.auth.refusal = new DomainError('not_found', 'of_the_next_release' as never, 'Not found.');
    const asked = { userId: randomUUID(), mailRequestId: randomUUID(), kind: 'verify-email' };
    const eventId = await world.publish(EVENTS.mailRequested.of(asked, new Date()));
    await eventually(
      'a failed attempt',
      async () => (await world.delivery(eventId))?.cause === 'auth: of_the_next_release',
    );
    expect(await world.state(eventId)).toBeUndefined();
    world.auth.refusal = usual;
    expect(await decided(eventId, 20_000)).toBe('superseded');
  }, 30_000);

  it('is retried while the mail server is busy, and then sent', async () => {
    world.smtp.replies = { RCPT: '451 4.3.0 later' };
    const attempts = world.smtp.attempts;
    const eventId = await world.request();
    await eventually('a first attempt', () => world.smtp.attempts > attempts);
    expect(await world.state(eventId)).toBeUndefined();
    world.smtp.reset();
    expect(await decided(eventId, 20_000)).toBe('sent');
    expect(world.mailsOf(eventId)).toHaveLength(1);
  }, 30_000);

  it('carries the same Message-ID when it goes out twice because the answer was lost', async () => {
    world.smtp.mood = 'lost';
    const eventId = await world.request();
    await eventually('the first mail', () => world.mailsOf(eventId).length === 1);
    world.smtp.mood = 'ok';
    expect(await decided(eventId, 20_000)).toBe('sent');
    expect(world.mailsOf(eventId)).toHaveLength(2);
  }, 30_000);

  it.each<[SmtpStep, string]>([
    ['MAIL', '550 5.7.1 no'],
    ['RCPT', '550 5.1.1 no such user'],
    ['DATA', '554 5.7.1 spam'],
    ['BODY', '554 5.7.1 spam'],
  ])("is given up after a 5xx to %s, with log and metric, and the account's next one is sent", async (step, reply) => {
    const before = await world.attempts('refused');
    world.smtp.replies = { [step]: reply };
    const userId = randomUUID();
    const eventId = await world.request({}, userId);
    expect(await decided(eventId)).toBe('refused');
    expect(await world.attempts('refused')).toBe(before + 1);
    expect(world.logLines.find((line) => line.includes(eventId) && line.includes('mail refused for good'))).toContain(
      reply.slice(0, 3),
    );
    world.smtp.reset();
    expect(await decided(await world.request({}, userId))).toBe('sent');
  });

  it('waits, and is counted as a refusal by the relay, while the relay rejects our login', async () => {
    world.smtp.replies = { GREETING: '554 5.7.1 not you' };
    const before = await world.attempts('relay_refused');
    const eventId = await world.request();
    await eventually('a refusal', async () => (await world.attempts('relay_refused')) > before);
    expect(await world.state(eventId)).toBeUndefined();
    world.smtp.reset();
    expect(await decided(eventId, 20_000)).toBe('sent');
  }, 30_000);

  it('waits while auth is unavailable', async () => {
    world.auth.close();
    const eventId = await world.request();
    await eventually(
      'a failed attempt',
      async () => (await world.delivery(eventId))?.cause === 'auth: service_unavailable',
    );
    await world.auth.listen(`${world.folder}/auth.sock`);
    expect(await decided(eventId, 20_000)).toBe('sent');
  }, 30_000);

  it('of an unknown kind waits for a version that knows it', async () => {
    const eventId = await world.request({ kind: 'of-the-next-release' });
    await eventually(
      'a failed attempt',
      async () => (await world.delivery(eventId))?.cause === 'mail of an unknown kind',
    );
    expect(await world.state(eventId)).toBeUndefined();
    expect(world.mailsOf(eventId)).toHaveLength(0);
  });

  it('does not delay events of its account while the mail server is busy', async () => {
    world.smtp.replies = { RCPT: '451 4.3.0 later' };
    const userId = randomUUID();
    const eventIds = [await world.request({}, userId), await world.request({}, userId)];
    await eventually('both handled', async () => {
      const done = await world.database.query(
        `SELECT 1 FROM consumed_events WHERE event_id = ANY($1) AND state = 'done'`,
        [eventIds],
      );
      return done.length === 2;
    });
    world.smtp.reset();
    for (const eventId of eventIds) expect(await decided(eventId, 20_000)).toBe('sent');
  }, 30_000);

  it('leaves neither address, name nor link in the database or the log, also when it failed', async () => {
    const kept = JSON.stringify(
      await world.database.query(
        'SELECT d::text, c::text FROM deliveries d LEFT JOIN consumed_events c ON c.event_id = d.event_id::text',
      ),
    );
    expect(kept).toContain('refused');
    expect(kept).toContain('mail not sent');
    for (const text of [kept, world.logLines.join('\n')])
      for (const secret of ['ada@example.com', 'canary-token', 'Ada']) expect(text).not.toContain(secret);
  });
});
