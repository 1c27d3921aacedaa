import { audit } from '@precis/audit/audit';
import { BOOKS, urlSettingOf } from '@precis/audit/open-books';
import { eventually } from '@precis/testing/eventually';
import { randomBytes } from 'node:crypto';
import { mailedToken, registerWithKey } from '../deployment/accounts.js';
import { runCommand } from '../deployment/run-command.js';
import { walkAllJourneys, type Walked } from './account-journeys.js';
import type { MovedDeployment } from './moved-deployment.js';
import { PERSONAL_COLUMNS } from '../deployment/personal-columns.js';
import { foundIn, storedColumns } from '../deployment/stored-texts.js';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';

/** The end of an account: closed, erased 7 days later, registered again (ACC-33, DATA-13). */
export function erasureScenario(using: () => MovedDeployment): void {
  describe('an account that was used in every way', () => {
    let walked: Walked;
    let bystander: Awaited<ReturnType<typeof registerWithKey>>;
    let erasedAt: Date;

    /** The places with data of the person, in the databases of all services and of the event bus. */
    const places = async () => {
      const { secrets, personal } = walked.person;
      const found: string[] = [];
      for (const [name, url] of Object.entries(using().databaseUrls))
        for (const column of await storedColumns(url))
          if (foundIn(column, [...secrets, ...personal]).length > 0) found.push(`${name} ${column.name}`);
      return found.sort();
    };
    const rows = async (sql: string) =>
      (await Promise.all(BOOKS.map((name) => using().rows(name, sql)))).flat() as { n: number }[];
    /** Unpublished and unhandled events and waiting mails, over all services. */
    const waiting = async () => {
      const counts = await rows('SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL');
      const [mails] = await using().rows(
        'notifications',
        `SELECT count(*)::int AS n FROM deliveries WHERE state = 'queued'`,
      );
      return counts.reduce((sum, { n }) => sum + n, mails.n as number);
    };
    const settled = () => eventually('all events and mails are through', async () => (await waiting()) === 0, 30_000);
    const summarise = (key: string, prompt: string) =>
      using().call('POST', '/api/youtube/summarize', {
        key,
        body: { url: VIDEO, custom_prompt: prompt },
        headers: { 'x-client-name': 'bystander' },
      });

    it('leaves nothing of a deleted summary of its own transcript, in any database and on the bus (SUM-24)', async () => {
      const { key } = await registerWithKey(using());
      const word = `quux${randomBytes(6).toString('hex')}`;
      const transcript = [0, 10, 20].map((start) => ({
        start,
        text: `The ${word} pump number ${start} lifts the water.`,
      }));
      const made = await using().call('POST', '/api/youtube/summarize', { key, body: { transcript, title: word } });
      expect([made.status, made.text.includes(word)]).toEqual([200, true]);
      const placesOfWord = async () => {
        const columns = await Promise.all(Object.values(using().databaseUrls).map(storedColumns));
        return columns.flat().filter((column) => foundIn(column, [['word', word]]).length > 0);
      };
      expect(await placesOfWord()).not.toEqual([]);
      const [{ id }] = (await using().call('GET', '/api/youtube/summaries', { key })).body.summaries;
      expect((await using().call('DELETE', `/api/youtube/summaries/${id}`, { key })).status).toBe(200);
      await eventually('nothing of it is left', async () => (await placesOfWord()).length === 0, 20_000);
    });

    it('is known in the columns that are named for it and in no other, and by no event', async () => {
      bystander = await registerWithKey(using());
      expect((await summarise(bystander.key, 'before')).status).toBe(200);
      walked = await walkAllJourneys(using, async (command, email, reason) => {
        const words = [command, email, '--operator', 'e2e', '--reason', reason];
        await runCommand('packages/operator/dist/main.js', { PRECIS_DATA_DIR: using().dataDir }, words);
      });
      await settled();
      expect(await places()).toEqual(PERSONAL_COLUMNS);
    }, 120_000);

    it('stays, closed, up to its last hour', async () => {
      const { person, account, google } = walked;
      const { email, password } = account;
      const { token } = (await person.call(200, 'POST', '/api/auth/login', { body: { email, password } })).body;
      const closed = await person.call(200, 'DELETE', '/api/user/account', { token, body: { password } });
      erasedAt = new Date(closed.body.erased_at);
      const typed = { password: person.of('first password of google') };
      await person.call(200, 'DELETE', '/api/user/account', { token: google.session, body: typed });
      await settled();
      await using().moveTo(new Date(erasedAt.getTime() - HOUR_MS / 2));
      const ids = [account.id, google.id];
      const users = await using().rows('auth', 'SELECT erased_at FROM users WHERE id = ANY($1)', [ids]);
      expect(users).toHaveLength(2);
      expect(Math.abs(erasedAt.getTime() - (await using().now()).getTime()) < HOUR_MS).toBe(true);
      expect(erasedAt.getTime() - Date.now()).toBeGreaterThan(WEEK_MS - HOUR_MS);
      expect(await places()).toContain('auth users.email');
    });

    it('is then in no column of any database and in no event of the bus', async () => {
      await using().moveTo(new Date(erasedAt.getTime() + HOUR_MS / 2));
      // Usage clears the calls by its own job after it has received the event.
      let left: string[] = [];
      const isGone = async () => {
        await using().moveTo(await using().now());
        left = await places();
        return left.length === 0 && (await waiting()) === 0;
      };
      await eventually('nothing is left', isGone, 30_000).catch(() => undefined);
      expect(left).toEqual([]);
    }, 60_000);

    it('leaves the books balanced: every invariant of the audit holds, and its counts stay under an id that names nobody', async () => {
      const urls = Object.fromEntries(BOOKS.map((book) => [urlSettingOf(book), using().databaseUrls[book]]));
      const { exitCode, lines } = await audit({ ...urls, AUDIT_GRACE_SECONDS: '0' });
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
      const counts = 'SELECT used, reserved FROM quota_months WHERE account_id = $1';
      expect(await using().rows('usage', counts, [walked.account.id])).toEqual([{ used: 3, reserved: 0 }]);
    });

    it('is nobody any more: its password, key and links are refused, and others are as they were', async () => {
      const { person, account } = walked;
      const { email, password } = account;
      await person.call(401, 'POST', '/api/auth/login', { body: { email, password } });
      await person.call(401, 'POST', '/api/youtube/summarize', { key: person.of('key'), body: { url: VIDEO } });
      const link = person.of('link of a change that waits');
      await person.call(400, 'POST', '/api/auth/verify-email', { body: { token: link } });
      expect((await summarise(bystander.key, 'after')).status).toBe(200);
      const calls = await using().rows('usage', `SELECT state FROM metered_calls WHERE client = 'bystander'`);
      expect(calls).toEqual([{ state: 'charged' }, { state: 'charged' }]);
    });

    it('may register again: a new account of its own, with a plan and nothing of the old one', async () => {
      const { email } = walked.account;
      const body = { name: 'Somebody Canary', email, password: 'pw-canary-another' };
      const before = (await using().mailbox(email)).length;
      expect((await using().call('POST', '/api/auth/register', { body })).status).toBe(200);
      await eventually('the mail', async () => (await using().mailbox(email)).length > before, 20_000);
      const verified = await using().call('POST', '/api/auth/verify-email', {
        body: { token: await mailedToken(using(), email) },
      });
      expect(verified.status).toBe(200);
      const { token, user } = verified.body;
      expect(user.id).not.toBe(walked.account.id);
      const { current } = (await using().call('GET', '/api/usage/summary', { token })).body.data;
      expect(current).toMatchObject({ used: 0, limit: 3 });
      const { apiKey } = (await using().call('POST', '/api/api-key/generate', { token })).body;
      expect((await summarise(apiKey, 'again')).status).toBe(200);
    }, 60_000);
  });
}
