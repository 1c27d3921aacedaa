import { SystemClock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { AuthStandIn, idOf } from '../testing/auth-stand-in.js';
import { Credentials } from './credentials.js';
import { OwnTime, RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const KEY = 'prc_test';
const HOUR_MS = 3_600_000;
const invalid = { kind: 'unauthenticated', code: 'api_key_invalid' };

/** The parts of a gateway that admit credentials, with a wall clock that can be set. */
class Gateway {
  wallOffsetMs = 0;
  private readonly rpc = auth.connect();
  private readonly time = new OwnTime(undefined, () => Date.now() + this.wallOffsetMs);
  readonly poll = new RevocationPoll(this.rpc, createLogger('test', 'silent'), this.time);
  readonly credentials = new Credentials(
    this.rpc,
    new SessionTokenVerifier(this.rpc, new SystemClock()),
    this.poll,
    new SystemClock(),
    this.time,
  );
  readonly admit = (key = KEY, bulkheadCaller?: string) => this.credentials.principalOf(key, 'curl', bulkheadCaller);

  async start(): Promise<this> {
    this.poll.start();
    await eventually('a good poll', () => this.poll.isFresh());
    return this;
  }
}

let auth: AuthStandIn;
let gateways: Gateway[];
let gateway: Gateway;

beforeEach(async () => {
  auth = new AuthStandIn();
  await auth.rpc.listen();
  gateways = await Promise.all([new Gateway().start(), new Gateway().start()]);
  [gateway] = gateways;
});

afterEach(() => {
  for (const { poll } of gateways) poll.stop();
  auth.close();
});

/** Resolves after auth has answered every gateway twice. The second answer is to a question asked after this call. */
const polled = async () => {
  const before = auth.asked('listRevoked');
  await eventually('polls', () => auth.asked('listRevoked') >= before + 4);
};

describe('credentials at the gateway', () => {
  it('are checked by auth once for a burst of 200 requests, and are then cached', async () => {
    await Promise.all(Array.from({ length: 200 }, () => gateway.admit()));
    await gateway.admit();
    // If the machine stalled for a second in between, the last poll is too old and auth is asked once more.
    expect(auth.asked()).toBeLessThanOrEqual(3);
  });

  it('are refused by every gateway within a second of their revocation, which auth reports once to each, and stay refused', async () => {
    await Promise.all(gateways.map(({ admit }) => admit()));
    auth.revoke(KEY);
    const polls = auth.asked('listRevoked');
    for (const { admit } of gateways) {
      // Polls are 250 ms apart. The answer to a gateway's next poll names the key. A request that began at its second poll must not pass.
      for (
        let begun = polls;
        await admit().then(
          () => true,
          () => false,
        );
        begun = auth.asked('listRevoked')
      )
        expect(begun - polls).toBeLessThan(2 * gateways.length);
    }
    await polled();
    for (const { admit } of gateways) await expect(admit()).rejects.toMatchObject(invalid);
  });

  it('stay refused when auth reports their revocation only once, as after a step of its clock', async () => {
    await gateway.admit();
    auth.revoke(KEY);
    await eventually('the revocation', () => gateway.poll.isRevokedSince(idOf(KEY), 0));
    await polled();
    await expect(gateway.admit()).rejects.toMatchObject(invalid);
  });

  it('are all checked again when the list of revocations does not continue the previous one', async () => {
    await gateway.admit();
    auth.revoke(KEY);
    auth.life++;
    await polled();
    await expect(gateway.admit()).rejects.toMatchObject(invalid);
  });

  it('are refused, and not cached, when they are revoked during their check by auth', async () => {
    const release = auth.hold('authenticateKey');
    const asking = expect(gateway.admit()).rejects.toMatchObject(invalid);
    await eventually('the question', () => auth.asked() === 1);
    auth.revoke(KEY);
    await eventually('the revocation', () => gateway.poll.isRevokedSince(idOf(KEY), 0));
    release();
    await asking;
    await expect(gateway.admit()).rejects.toMatchObject(invalid);
  });

  it('are not admitted by a shared answer to a check that began before their revocation', async () => {
    const release = auth.hold('authenticateKey');
    const early = gateway.admit();
    await eventually('the question', () => auth.asked() === 1);
    auth.revoke(KEY);
    gateway.wallOffsetMs += 1_000;
    const late = expect(gateway.admit()).rejects.toMatchObject(invalid);
    await eventually('a question of its own', () => auth.asked() === 2);
    release();
    await Promise.allSettled([early]);
    await late;
  });

  it('are not accepted from the cache when no poll succeeded for 0.9 s: the answer is 503, not 200 or 401', async () => {
    await gateway.admit();
    auth.rpc.away = true;
    await eventually('the list of revocations to be stale', () => !gateway.poll.isFresh(), 5_000);
    await expect(gateway.admit()).rejects.toMatchObject({ kind: 'unavailable' });
    auth.rpc.away = false;
    await expect(gateway.admit()).resolves.toMatchObject({ accountId: 'account' });
  });

  it('are not accepted after a pause of the machine until auth answers a request that was sent after it', async () => {
    await gateway.admit();
    const release = auth.hold('listRevoked');
    const before = auth.asked('listRevoked');
    await eventually('an answer held back', () => auth.asked('listRevoked') > before);
    auth.revoke(KEY);
    gateway.wallOffsetMs += HOUR_MS;
    release();
    await expect(gateway.admit()).rejects.toMatchObject(invalid);
    await eventually('a good poll', () => gateway.poll.isFresh());
    await expect(gateway.admit()).rejects.toMatchObject(invalid);
  });

  it.each([-HOUR_MS, HOUR_MS])('are checked again, once, when the wall clock is stepped by %i ms', async (stepMs) => {
    await gateway.admit();
    gateway.wallOffsetMs += stepMs;
    expect(gateway.poll.isFresh()).toBe(false);
    await expect(gateway.admit()).resolves.toMatchObject({ accountId: 'account' });
    await eventually('a good poll', () => gateway.poll.isFresh());
    const asked = auth.asked();
    await gateway.admit();
    expect(auth.asked()).toBe(asked);
  });

  it('are checked 200 at a time while auth is slow: further ones get 503 with Retry-After, and are admitted later', async () => {
    const release = auth.hold('authenticateKey');
    const tried = Promise.allSettled(Array.from({ length: 500 }, (_none, n) => gateway.admit(`prc_${n}`)));
    await eventually('200 questions', () => auth.asked() >= 200);
    release();
    const refused = (await tried).filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'busy',
    ) as PromiseRejectedResult[];
    expect(refused).toHaveLength(300);
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
    await expect(gateway.admit('prc_499')).resolves.toMatchObject({ accountId: 'account' });
  });

  it('made up at one address fill only the share of that address: other addresses and cached credentials are served', async () => {
    await gateway.admit();
    const release = auth.hold('authenticateKey');
    const flood = Promise.allSettled(
      Array.from({ length: 500 }, (_none, n) => gateway.admit(`prc_made_up_${n}`, '203.0.113.9')),
    );
    const others = Promise.all(Array.from({ length: 40 }, (_none, n) => gateway.admit(`prc_${n}`, `198.51.100.${n}`)));
    await eventually('the questions', () => auth.asked() === 1 + 20 + 40);
    await expect(gateway.admit(KEY, '203.0.113.9')).resolves.toMatchObject({ accountId: 'account' });
    release();
    await others;
    const refused = (await flood).filter((outcome) => outcome.status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(480);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'unavailable', code: 'busy', retryAfterSeconds: 1 });
    await expect(gateway.admit('prc_made_up_499', '203.0.113.9')).resolves.toMatchObject({ accountId: 'account' });
  });

  it('make the gateway unready only while the list of revocations is stale and auth does not answer', async () => {
    await expect(gateway.poll.requireFresh()).resolves.toBeUndefined();
    auth.rpc.away = true;
    await eventually('the list of revocations to be stale', () => !gateway.poll.isFresh(), 5_000);
    await expect(gateway.poll.requireFresh()).rejects.toMatchObject({ kind: 'unavailable' });
    auth.rpc.away = false;
    await expect(gateway.poll.requireFresh()).resolves.toBeUndefined();
    expect(gateway.poll.isFresh()).toBe(true);
  });
});
