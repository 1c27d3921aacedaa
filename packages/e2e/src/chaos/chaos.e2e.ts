import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { wrongBooks } from '../buying/buyer-books.js';
import { deliveriesOf, wrongMails } from '../deployment/mail-books.js';
import { runCommand } from '../deployment/run-command.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { ChaosLoad } from './chaos-load.js';
import { FULL_SIZE, nameOf, planFaults, seededRandom, SHORT_SIZE } from './chaos-plan.js';
import { InFlightProbe } from './in-flight.js';
import { tryFault, untilSettled } from './trial.js';

const SIZE = process.env.FULL ? FULL_SIZE : SHORT_SIZE;
const seed = Number(process.env.SEED || Date.now() % 1_000_000);
const LIMIT_MS = 40 * 60_000;
/** The third attempt at an event comes 64 s after the second; a killed sender holds its mail for 60 s. */
const STANDSTILL_MS = 90_000;

let precis: Distributed;
let youTube: YouTubeSimulator;
let load: ChaosLoad;
let probe: InFlightProbe;

beforeAll(async () => {
  youTube = await startYouTubeSimulator();
  // With long limits, because intentionally late answers come even later on a busy machine.
  precis = await startDistributed({
    settings: {
      // Few owners, who act much more often than usual.
      auth: { EXPORTS_PER_HOUR: '10000' },
      summarisation: { YOUTUBE_BASE_URL: youTube.url, YOUTUBE_CALL_TIMEOUT_MS: '8000' },
      // Few buyers, who pay constantly. The periodic check finds payments with a lost webhook that nobody polls.
      gateway: { THROTTLE_CHECKOUT_PER_HOUR: '10000', THROTTLE_QUOTE_PER_HOUR: '10000' },
      billing: { PAYMENT_LOOK_AFTER_SECONDS: '10' },
    },
  });
  probe = await InFlightProbe.open(precis.databaseUrls);
  load = new ChaosLoad(precis, seededRandom(seed));
  await load.start();
}, 240_000);

afterAll(async () => {
  await load?.finish().catch(() => undefined);
  await probe?.close();
  await precis?.close();
  await youTube?.close();
}, 300_000);

/** Written directly to the terminal, because jest would print it after the run. */
const say = (text: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

describe(`faults of every kind under load (seed ${seed})`, () => {
  const plan = planFaults(seed, SIZE);

  it(
    'each hit something, disturb clients no more than allowed, and are recovered from',
    async () => {
      say(`seed ${seed}, ${plan.length} faults: ${plan.map(nameOf).join('; ')}`);
      const faults: string[] = [];
      const world = { precis, load, judged: 0, excusedUntilMs: 0 };
      for (const [index, planned] of plan.entries()) {
        const report = await tryFault(planned, world, probe);
        say(`${index + 1}/${plan.length} ${report.line}`);
        for (const fault of report.faults) say(`   FAULT ${fault}`);
        faults.push(...report.faults.map((fault) => `${nameOf(planned)}: ${fault}`));
      }
      expect(faults.slice(0, 20)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('leave every client with the true answer, and nothing in flight', async () => {
    await load.finish();
    const { view } = load;
    say(
      `${view.sent} requests, ${view.answered} answered 200, statuses ${JSON.stringify([...view.statuses])}; ${load.joined} accounts joined, ${load.operator.granted} grants, ${view.wrong.length} wrong answers`,
    );
    const found = load.owners.reduce((sum, { foundDone }) => sum + foundDone, 0);
    say(`owners: ${JSON.stringify(load.acts)}, of which ${found} had their effect though the answer was lost`);
    say(load.buyers.told);
    expect(Math.min(...Object.values(load.acts), ...Object.values(load.buyers.acts))).toBeGreaterThan(0);
    expect(view.wrong.slice(0, 20)).toEqual([]);
    const settledFrom = performance.now();
    await untilSettled(probe, STANDSTILL_MS);
    say(`all settled ${((performance.now() - settledFrom) / 1_000).toFixed(1)} s after the last answer`);
  }, 500_000);

  it('leave each payment that was made with one term, one receipt and one commission in the wallet, and no other', async () => {
    expect((await wrongBooks(precis, load.buyers.all)).slice(0, 20)).toEqual([]);
    say(`${load.buyers.all.length} buyers have what they paid for, and the commissions`);
  }, 120_000);

  it('leave the databases in agreement, and each account charged for exactly the keys it used', async () => {
    const urls = Object.entries(precis.databaseUrls).map(([service, url]) => [
      `${service.toUpperCase()}_DATABASE_URL`,
      url,
    ]);
    say(
      await runCommand('packages/audit/dist/main.js', {
        ...Object.fromEntries(urls),
        AUDIT_GRACE_SECONDS: '0',
      }),
    );
    const accounts = [...load.callers, ...load.newcomers];
    const expected = accounts.reduce((sum, { begun }) => sum + begun, 0);
    expect(accounts.filter(({ begun, answered }) => begun !== answered).map(({ email }) => email)).toEqual([]);
    const [{ charged }] = await probe.query(
      'usage',
      `SELECT count(*)::int AS charged FROM metered_calls WHERE state = 'charged'`,
    );
    expect(charged).toBe(expected);
    for (const { token, email, begun } of load.callers) {
      const { body } = await precis.call('GET', '/api/usage/summary', { token });
      expect([email, body.data.current.used]).toEqual([email, begun]);
    }
    say(`${expected} keyed calls of ${accounts.length} accounts charged once each`);
  }, 120_000);

  it('leave every change of an account applied once, and every mail in the mailbox once', async () => {
    const buyers = load.buyers.all;
    const accounts = [...load.callers, ...load.newcomers, ...[...load.owners, ...buyers].map(({ account }) => account)];
    expect((await wrongMails(precis)).slice(0, 20)).toEqual([]);
    const ofAccount = Map.groupBy(await deliveriesOf(precis), ({ account }) => account);
    const wrong: string[] = [];
    const expectCount = (email: string, what: string, found: number, wanted: number) => {
      if (found !== wanted) wrong.push(`${email}: ${found} ${what} instead of ${wanted}`);
    };
    const mailsOf = (id: string, kind: string) => (ofAccount.get(id) ?? []).filter((mail) => mail.kind === kind).length;
    for (const { id, email } of accounts) {
      for (const kind of ['welcome', 'key-generated']) expectCount(email, kind, mailsOf(id, kind), 1);
    }
    for (const { account, did } of load.owners) {
      const activity = await probe.query(
        'auth',
        'SELECT kind, sum(times)::int AS n FROM activity WHERE user_id = $1 GROUP BY 1',
        [account.id],
      );
      const noted = (kind: string) => activity.find((row) => row.kind === kind)?.n ?? 0;
      expectCount(account.email, 'changes in the activity', noted('password-changed'), did.change);
      expectCount(account.email, 'resets in the activity', noted('password-reset'), did.reset);
      expectCount(account.email, 'mails', mailsOf(account.id, 'password-changed'), did.change + did.reset);
    }
    for (const { account, purchases } of buyers) {
      const paid = [...purchases.values()].filter(({ state }) => state === 'completed' || state === 'refunded');
      expectCount(account.email, 'receipts', mailsOf(account.id, 'receipt'), paid.length);
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    say(`${(await precis.mailbox('')).length} mails to ${accounts.length} accounts and more, each once`);
  }, 120_000);
});
