import { Passwords } from '../passwords/passwords.provider.js';
import { ForgetEnded } from '../retention/forget-ended.usecase.js';
import { AuthWorld } from '../testing/auth-world.js';
import { WINDOW_MS } from './guess-bound.rule.js';
import { KnownDevices } from './known-devices.provider.js';

const FULL = Boolean(process.env.FULL);
const GUESSES = FULL ? 10_000 : 1_000;
/** Longer than the window in which guesses are counted. */
const MINUTES = FULL ? 40 : 20;
const ADDRESSES = 1_000;
const AT_ONCE = 20;
const DAY_MS = 86_400_000;
const password = 'correct horse';
const refused = { kind: 'exhausted', code: 'too_many_attempts', retryAfterSeconds: expect.any(Number) };
const wrong = { kind: 'unauthenticated', code: 'invalid_credentials' };

// Each test hashes hundreds of passwords.
jest.setTimeout(300_000);

describe('the limit on guesses of an account (ACC-36)', () => {
  let world: AuthWorld;
  /** Clock times at which a password was evaluated. */
  const evaluated: number[] = [];
  beforeEach(async () => {
    world = await AuthWorld.start();
    evaluated.length = 0;
    const passwords = world.app.nest.get(Passwords, { strict: false });
    const verify = passwords.verify.bind(passwords);
    jest.spyOn(passwords, 'verify').mockImplementation((stored, typed) => {
      evaluated.push(world.clock.now().getTime());
      return verify(stored, typed);
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world?.close();
  });

  const visitor = (n: number, device = '') => ({ client: 'curl', address: `203.0.${n >> 8}.${n & 255}`, device });
  const login = (email: string, typed: string, device?: string, n = 0) =>
    world.gateway().login({ email, password: typed, visitor: visitor(n, device) });
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  /** Guesses until a refusal; returns how many were evaluated. */
  const exhaust = async (email: string, device?: string) => {
    const before = evaluated.length;
    for (let code = wrong.code; code !== refused.code;) {
      code = await outcome(login(email, 'guess', device));
      // When a test times out, its world is closed: without this check the loop would never end.
      expect([wrong.code, refused.code]).toContain(code);
    }
    return evaluated.length - before;
  };
  const mostInAnyWindow = () =>
    Math.max(...evaluated.map((from) => evaluated.filter((at) => at >= from && at <= from + WINDOW_MS).length));

  it.each([
    ['an account', true],
    ['an address without one', false],
  ])(
    `holds against ${GUESSES} guesses from ${ADDRESSES} addresses on %s: at most 100 evaluated in any 15 minutes`,
    async (_, exists) => {
      const email = 'owner@example.com';
      if (exists) await world.verifiedUser(email, password);
      evaluated.length = 0;
      const codes = new Map<string, number>();
      for (let sent = 0; sent < GUESSES; sent += AT_ONCE) {
        const batch = Array.from({ length: AT_ONCE }, (_, n) =>
          login(email, `guess ${sent + n}`, '', (sent + n) % ADDRESSES),
        );
        for (const code of await Promise.all(batch.map(outcome))) codes.set(code, (codes.get(code) ?? 0) + 1);
        // An hour in all.
        world.clock.advance((4 * WINDOW_MS * AT_ONCE) / GUESSES);
      }
      expect([...codes.keys()].sort()).toEqual(['invalid_credentials', 'too_many_attempts']);
      expect(codes.get('invalid_credentials')).toBe(evaluated.length);
      expect(mostInAnyWindow()).toBeLessThanOrEqual(100);
      // The limit belongs to the account: from 1,000 addresses, no fewer guesses pass than it allows.
      expect(evaluated.length).toBeGreaterThan(4 * 60);
    },
  );

  it('admits the owner on a known device or by a link, and everybody after 15 minutes', async () => {
    await world.verifiedUser('flooded@example.com', password);
    const { device } = await login('flooded@example.com', password);
    expect(device).toMatch(/^[\w-]{43}$/);
    await exhaust('flooded@example.com');
    await expect(login('flooded@example.com', password)).rejects.toMatchObject(refused);
    const again = await login('flooded@example.com', password, device);
    expect(again.device).toBe(device);
    await exhaust('flooded@example.com', device);
    await expect(login('flooded@example.com', password, device)).rejects.toMatchObject(refused);
    world.clock.advance(WINDOW_MS);
    expect((await login('flooded@example.com', password)).user!.email).toBe('flooded@example.com');
  });

  it('evaluates at most 100 guesses of strangers and a stolen device together', async () => {
    await world.verifiedUser('stolen@example.com', password);
    const { device } = await login('stolen@example.com', password);
    evaluated.length = 0;
    for (let minute = 0; minute < MINUTES; minute++) {
      await exhaust('stolen@example.com');
      await exhaust('stolen@example.com', device);
      world.clock.advance(60_000);
    }
    expect(mostInAnyWindow()).toBeLessThanOrEqual(100);
    expect(mostInAnyWindow()).toBeGreaterThan(80);
  });

  it('refuses with the same error, wait and stored data whether or not the account exists', async () => {
    await world.verifiedUser('known@example.com', password);
    const answers = [];
    for (const email of ['known@example.com', 'unknown@example.com']) {
      // The clock runs: during a slow burst, a guess may become free again.
      const evaluations = await exhaust(email);
      expect([evaluations >= 20, evaluations <= 25]).toEqual([true, true]);
      const { kind, code, publicMessage, retryAfterSeconds } = await login(email, 'guess').catch((error) => error);
      expect(retryAfterSeconds).toBeLessThanOrEqual(900);
      answers.push({ kind, code, publicMessage, soon: retryAfterSeconds <= 15 });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await world.count('password_guesses')).toBe(4);
    const rows = await world.database.query('SELECT g::text FROM password_guesses g');
    expect(JSON.stringify(rows)).not.toMatch(/known|example/);
  });

  it('does not count right passwords: forty in a row and ten at the same time', async () => {
    await world.verifiedUser('busy@example.com', password);
    const send = () => login('busy@example.com', password);
    for (let n = 0; n < 40; n++) await send();
    expect(await Promise.all(Array.from({ length: 10 }, () => outcome(send())))).toEqual(Array(10).fill('in'));
    await expect(login('busy@example.com', 'guess')).rejects.toMatchObject(wrong);
  });

  it('recognises a device by a 256-bit token for one account, and stores only hashes, ten per account (ACC-60)', async () => {
    await world.verifiedUser('devices@example.com', password);
    await world.verifiedUser('other@example.com', password);
    const { device: foreign } = await login('other@example.com', password);
    const devices: string[] = [];
    for (let n = 0; n < 12; n++) {
      devices.push((await login('devices@example.com', password)).device);
      world.clock.advance(60_000);
    }
    expect(new Set(devices).size).toBe(12);
    const own = `known_devices WHERE user_id = (SELECT id FROM users WHERE email = 'devices@example.com')`;
    expect(await world.count(own)).toBe(10);
    const rows = JSON.stringify(await world.database.query('SELECT d::text FROM known_devices d'));
    for (const token of devices) expect(rows).not.toContain(token);
    await exhaust('devices@example.com');
    const known = async (token: string) =>
      (await outcome(login('devices@example.com', 'guess', token))) !== refused.code;
    expect(await known(devices[11])).toBe(true);
    expect(await Promise.all([devices[0], foreign, `${devices[11]}x`, 'x', ''].map(known))).toEqual(
      Array(5).fill(false),
    );
  });

  it('admits the owners of two accounts on the one browser that they share, whichever logged in last (ACC-36, ACC-60)', async () => {
    const owners = ['one@example.com', 'two@example.com'];
    for (const email of owners) await world.verifiedUser(email, password);
    let cookie = '';
    for (const email of [...owners, ...owners]) cookie = (await login(email, password, cookie)).device;
    for (const email of owners) {
      await exhaust(email);
      await expect(login(email, password)).rejects.toMatchObject(refused);
      cookie = (await login(email, password, cookie)).device;
    }
  });

  it('is forgotten by an account that no longer uses it, and stays known to the other one that does (ACC-60)', async () => {
    const ids: string[] = [];
    let cookie = '';
    for (const email of ['leaves@example.com', 'remains@example.com']) {
      ids.push((await world.verifiedUser(email, password)).user.id);
      cookie = (await login(email, password, cookie)).device;
    }
    const devices = world.app.nest.get(KnownDevices, { strict: false });
    const known = () => Promise.all(ids.map((id) => devices.knows(id, visitor(0, cookie))));
    world.clock.advance(200 * DAY_MS);
    await login('remains@example.com', password, cookie);
    world.clock.advance(200 * DAY_MS);
    await world.app.nest.get(ForgetEnded, { strict: false }).execute();
    expect(await known()).toEqual([false, true]);
    cookie = (await login('leaves@example.com', password, cookie)).device;
    for (let n = 0; n < 10; n++) {
      world.clock.advance(60_000);
      await login('leaves@example.com', password);
    }
    expect(await known()).toEqual([false, true]);
  });

  it('gives no account a token that somebody copied before its log-in (ACC-36)', async () => {
    await world.verifiedUser('copies@example.com', password);
    const { user } = await world.verifiedUser('comes-later@example.com', password);
    const { device: copied } = await login('copies@example.com', password);
    const { device: own } = await login('comes-later@example.com', password, copied);
    const devices = world.app.nest.get(KnownDevices, { strict: false });
    const known = (device: string) => devices.knows(user.id, visitor(0, device));
    expect([await known(copied), await known(own)]).toEqual([false, true]);
  });

  it('takes over no token that auth did not make (ACC-56)', async () => {
    await world.verifiedUser('invented@example.com', password);
    const invented = 'x'.repeat(43);
    expect((await login('invented@example.com', password, invented)).device).not.toBe(invented);
  });

  it('can forget all devices but the one that changed the password (ACC-61)', async () => {
    const { user } = await world.verifiedUser('changed@example.com', password);
    const { device: stays } = await login('changed@example.com', password);
    const { device: goes } = await login('changed@example.com', password);
    const devices = world.app.nest.get(KnownDevices, { strict: false });
    const knows = (device: string) => devices.knows(user.id, visitor(0, device));
    await devices.forgetOthers(world.database.manager, user.id, visitor(0, stays));
    expect([await knows(stays), await knows(goes), await world.count('known_devices')]).toEqual([true, false, 1]);
    await devices.forgetOthers(world.database.manager, user.id, undefined);
    expect(await world.count('known_devices')).toBe(0);
  });

  it('deletes a device that was not used for a year, and expired guesses (DATA-6, ACC-60)', async () => {
    await world.verifiedUser('away@example.com', password);
    await login('away@example.com', 'guess').catch(() => undefined);
    const forget = () => world.app.nest.get(ForgetEnded, { strict: false }).execute();
    await forget();
    expect([await world.count('known_devices'), await world.count('password_guesses')]).toEqual([1, 2]);
    world.clock.advance(365 * DAY_MS - 60_000);
    await forget();
    expect([await world.count('known_devices'), await world.count('password_guesses')]).toEqual([1, 0]);
    world.clock.advance(61_000);
    await forget();
    expect(await world.count('known_devices')).toBe(0);
  });

  it('survives a restart of the service', async () => {
    await world.verifiedUser('restart@example.com', password);
    await exhaust('restart@example.com');
    await world.app.close();
    const socket = `${world.folder}/restarted.sock`;
    world.env.GRPC_URL = `unix:${socket}`;
    world.app = await world.startApp();
    const restarted = world.as('gateway', socket);
    await expect(restarted.login({ email: 'restart@example.com', password })).rejects.toMatchObject(refused);
  });
});
