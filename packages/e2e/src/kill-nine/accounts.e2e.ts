import { freePorts } from '@precis/backends/free-ports';
import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { type AccountChange, AccountChanges, type Person } from './account-changes.js';
import { allPublished, auditDataFolder, type Look } from './audit-data-folder.js';

const FULL = Boolean(process.env.FULL);
/** Each change is killed once in a round. */
const ROUNDS = FULL ? 5 : 1;
const PEOPLE = FULL ? 8 : 4;
const DOMAIN = 'kill.customer.example';
/** Superseded: the sender was killed after the server had accepted the mail, and its link was followed before the lease had ended. */
const DECIDED = expect.stringMatching(/^(sent|superseded)$/);

let server: StandaloneProcess;
let dataDir: string;
let changes: AccountChanges;
let people: Person[];
/** Durations of undisturbed changes, in milliseconds. */
const durations = new Map<string, number>();
let cut = 0;
let effects = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'precis-kill-'));
  server = new StandaloneProcess(dataDir, (await freePorts(1))[0]);
  await server.start();
  changes = new AccountChanges(server.url, DOMAIN);
  people = await Promise.all(Array.from({ length: PEOPLE }, () => changes.join()));
}, 120_000);

afterAll(() => server.discard(), 60_000);

/** All users make the change at about the same time. */
async function undisturbed(change: AccountChange): Promise<void> {
  const took = people.map(async (person) => {
    await change.prepare?.(person);
    const beganMs = performance.now();
    await changes.done(...change.request(person));
    const tookMs = performance.now() - beganMs;
    expect(await change.happened(person)).not.toBe(false);
    await change.adopt(person);
    return tookMs;
  });
  durations.set(change.name, Math.max(...(await Promise.all(took))));
}

/** All users make the change, started one after the other, so that kill -9 hits one call at its start, one near its end and others in between. */
async function killed(change: AccountChange): Promise<void> {
  for (const person of people) await change.prepare?.(person);
  const durationMs = durations.get(change.name)!;
  const answers = people.map(async (person, index) => {
    // The time of a call before the kill is the subject of this test.
    await pause((index * durationMs) / people.length);
    return changes.once(change.request(person));
  });
  await pause(durationMs * (1 - Math.random() / people.length));
  await server.kill();
  const answered = await Promise.all(answers);
  await server.start();
  for (const [index, person] of people.entries()) {
    const answer = answered[index];
    const isMade = answer?.status === 200;
    // 429: the account has no guess of a password left (ACC-36), so the change was refused before it had an effect.
    if (answer && !isMade && answer.status !== 429)
      throw new Error(`${change.name} was answered ${answer.status} ${answer.text}`);
    const happened = await change.happened(person);
    if (!answer) cut++;
    if (!answer && happened) effects++;
    // A change that was answered with success stays.
    if (isMade) expect([change.name, happened]).not.toEqual([change.name, false]);
    if (!happened && !(isMade && happened === undefined)) await changes.done(...change.request(person));
    expect([change.name, await change.happened(person)]).not.toEqual([change.name, false]);
    await change.adopt(person);
  }
}

describe('kill -9 of the process during changes of accounts', () => {
  it('leaves the whole effect of each change or none', async () => {
    for (const change of changes.all) await undisturbed(change);
    for (let round = 0; round < ROUNDS; round++) for (const change of changes.all) await killed(change);
    const kills = ROUNDS * changes.all.length;
    console.info(`${kills} kills cut ${cut} calls off, of which ${effects} were seen to have had their effect`);
    expect(cut).toBeGreaterThanOrEqual(kills / 2);
  }, 1_200_000);

  it('leaves activity, events and mails of each change that happened, once each, and books that agree', async () => {
    const times = ROUNDS + 1;
    const mails = {
      'verify-email': 1,
      welcome: 1,
      'key-generated': 1,
      'password-changed': 2 * times,
      'reset-password': times,
      'change-email': times,
      'change-email-notice': times,
      'key-rotated': times,
      'account-closed': times,
    };
    const mailsOfOne = Object.values(mails).reduce((sum, count) => sum + count, 0);
    const received = async () => (await changes.mails()).filter(({ to }) => to.endsWith(`@${DOMAIN}`));
    // A killed sender holds its mail for a minute.
    await eventually('every mail', async () => (await received()).length >= PEOPLE * mailsOfOne, 150_000);
    const messageIds = (await received()).map(({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
    const audited = await eventually(
      'everything published and sent',
      async () => {
        await server.stop();
        const outcome = await auditDataFolder(dataDir, lookAtChanges);
        await server.start();
        return allPublished(outcome) && outcome.found.mails.every(({ state }) => state !== 'queued') && outcome;
      },
      120_000,
    );
    expect(audited.exitCode === 0 ? [] : audited.lines).toEqual([]);
    const { activity, events, mails: sent } = audited.found;
    for (const { id } of people) {
      const counts = (rows: Record<string, any>[]) =>
        Object.fromEntries(rows.filter(({ account }) => account === id).map(({ kind, n }) => [kind, n]));
      expect(counts(activity)).toEqual({
        'password-changed': times,
        'password-reset': times,
        'name-changed': times,
        'email-change-asked': times,
        'email-changed': times,
        'key-generated': 1,
        'key-rotated': times,
        closed: times,
        reopened: times,
      });
      expect(counts(events)).toEqual({
        'password-changed': 2 * times,
        'email-changed': times,
        'account-closed': times,
        'account-reopened': times,
        'api-key-generated': 1,
        'api-key-rotated': times,
      });
      const ofOne = sent.filter(({ account }) => account === id);
      expect(Object.groupBy(ofOne, ({ kind }) => kind)).toEqual(
        Object.fromEntries(
          Object.entries(mails).map(([kind, n]) => [kind, Array(n).fill(expect.objectContaining({ state: DECIDED }))]),
        ),
      );
    }
    expect(messageIds.sort()).toEqual(sent.map(({ event_id: id }) => id as string).sort());
    console.info(`${messageIds.length} mails, each once`);
  }, 500_000);
});

/** Only the accounts of this test. */
async function lookAtChanges(rows: Look) {
  const ids = people.map(({ id }) => id);
  return {
    activity: await rows(
      'auth',
      `SELECT user_id::text AS account, kind, sum(times)::int AS n FROM activity
       WHERE user_id = ANY($1) AND kind NOT IN ('registered', 'email-verified', 'login') GROUP BY 1, 2`,
      [ids],
    ),
    events: await rows(
      'auth',
      `SELECT key AS account, type AS kind, count(*)::int AS n FROM outbox
       WHERE key = ANY($1) AND type NOT IN ('user-registered', 'email-verified', 'mail-requested') GROUP BY 1, 2`,
      [ids],
    ),
    mails: await rows(
      'notifications',
      'SELECT account_id::text AS account, kind, state, event_id::text FROM deliveries WHERE account_id = ANY($1)',
      [ids],
    ),
  };
}
