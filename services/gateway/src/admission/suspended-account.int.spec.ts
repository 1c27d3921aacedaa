import { SystemClock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { toProblem } from '../http/http-problem.js';
import { AuthStandIn, idOf } from '../testing/auth-stand-in.js';
import { Credentials } from './credentials.js';
import { OwnTime, RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const KEY = 'prc_test';
const suspended = { status: 403, code: 'account_suspended' };

let auth: AuthStandIn;
let poll: RevocationPoll;
let credentials: Credentials;

beforeEach(async () => {
  auth = new AuthStandIn();
  await auth.rpc.listen();
  const [rpc, time] = [auth.connect(), new OwnTime()];
  poll = new RevocationPoll(rpc, createLogger('test', 'silent'), time);
  credentials = new Credentials(rpc, new SessionTokenVerifier(rpc, new SystemClock()), poll, new SystemClock(), time);
  poll.start();
  await eventually('a good poll', () => poll.isFresh());
});
afterEach(() => {
  poll.stop();
  auth.close();
});

const admit = () => credentials.principalOf(KEY, 'curl');
/** What the client gets: undefined when it is admitted. */
const answer = () =>
  admit().then(
    () => undefined,
    (error: unknown) => toProblem(error),
  );
const named = () => eventually('the suspension', () => poll.isRevokedSince(idOf(KEY), 0));

describe('a known credential of a suspended account (ACC-32)', () => {
  it('gets 403 account_suspended within a second, uncached, and is admitted after the account is resumed', async () => {
    await admit();
    auth.suspend(KEY);
    const polls = auth.asked('listRevoked');
    for (let begun = polls; (await answer()) === undefined; begun = auth.asked('listRevoked')) {
      // A second poll, half a second later, comes after the answer to the first, which names the suspension.
      expect(begun - polls).toBeLessThan(2);
    }
    expect(await answer()).toMatchObject(suspended);
    const asked = auth.asked();
    expect(await answer()).toMatchObject(suspended);
    expect(auth.asked()).toBe(asked + 1);
    auth.resume(KEY);
    await expect(admit()).resolves.toMatchObject({ accountId: 'account' });
    const once = auth.asked();
    await admit();
    expect(auth.asked()).toBe(once);
  });

  it('gets 403, never 401, for all waiting requests when the suspension comes during the check by auth', async () => {
    const release = auth.hold('authenticateKey');
    const asking = Promise.all([answer(), answer(), answer()]);
    await eventually('the question', () => auth.asked() === 1);
    auth.suspend(KEY);
    await named();
    release();
    expect(await asking).toMatchObject([suspended, suspended, suspended]);
    expect(auth.asked()).toBe(2);
  });

  it('is admitted when the account is suspended and resumed during the check by auth', async () => {
    const release = auth.hold('authenticateKey');
    const asking = answer();
    await eventually('the question', () => auth.asked() === 1);
    auth.suspend(KEY);
    await named();
    auth.resume(KEY);
    release();
    expect(await asking).toBeUndefined();
  });
});
