import fc from 'fast-check';
import { AuthWorld } from '../testing/auth-world.js';

const STRANGERS = ["stranger's first", "stranger's second"];
const OWNERS = "owner's password";
const RESET = "owner's new password";

type Step =
  | 'stranger registers'
  | 'stranger registers other'
  | 'owner registers'
  | 'resend'
  | 'forgot'
  | 'stranger logs in';
const STEPS: Step[] = [
  'stranger registers',
  'stranger registers other',
  'owner registers',
  'resend',
  'forgot',
  'stranger logs in',
];

/** The actions of strangers and of the owner of an address, before and after one of the received mails proves its mailbox. */
const story = fc.record({
  before: fc.array(fc.constantFrom(...STEPS), { maxLength: 5 }),
  ownerRegistersAt: fc.nat(5),
  link: fc.nat(100),
  after: fc.array(fc.constantFrom(...STEPS), { maxLength: 3 }),
});

describe('an address that strangers register and request mails for', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  let addresses = 0;
  const code = (error: { code?: string }) => error.code ?? String(error);

  const tell = async ({
    before,
    ownerRegistersAt,
    link,
    after,
  }: typeof story extends fc.Arbitrary<infer T> ? T : never) => {
    const email = `owner${++addresses}@example.com`;
    const seen = (await world.mails()).length;
    const login = (password: string) =>
      world
        .gateway()
        .login({ email, password })
        .then(() => 'session', code);
    const register = (password: string) =>
      world
        .gateway()
        .register({ name: 'N', email, password, referralCode: '' })
        .then(() => 'done', code);
    const play: Record<Step, () => Promise<unknown>> = {
      'stranger registers': () => register(STRANGERS[0]),
      'stranger registers other': () => register(STRANGERS[1]),
      'owner registers': () => register(OWNERS),
      resend: () => world.gateway().resendVerification({ email }),
      forgot: () => world.gateway().forgotPassword({ email }),
      'stranger logs in': async () => {
        for (const password of STRANGERS) expect(await login(password)).not.toBe('session');
      },
    };
    // The owner registers too. Otherwise a user of a stranger's link would verify the stranger's account.
    for (const step of [
      ...before.slice(0, ownerRegistersAt),
      'owner registers' as const,
      ...before.slice(ownerRegistersAt),
    ])
      await play[step]();

    const answers = await Promise.all(
      (await world.mails())
        .slice(seen)
        .map(({ mailRequestId }) => world.as('notifications').redeemMailRequest({ mailRequestId })),
    );
    const inbox = answers.filter(({ superseded }) => !superseded);
    const used = inbox[link % inbox.length];
    const token = new URL(used.link).searchParams.get('token')!;
    const { user } =
      used.kind === 'reset-password'
        ? await world.gateway().resetPassword({ token, password: RESET })
        : await world.gateway().verifyEmail({ token });
    for (const step of after) await play[step]();

    for (const password of STRANGERS)
      expect([password, await login(password)]).toEqual([password, 'invalid_credentials']);
    expect(await world.count(`sessions WHERE user_id = '${user!.id}'`)).toBe(1);
    const contested = before.some((step) => step.startsWith('stranger registers'));
    expect(user!.hasPassword).toBe(used.kind === 'reset-password' || !contested);
    if (user!.hasPassword) expect(await login(used.kind === 'reset-password' ? RESET : OWNERS)).toBe('session');
  };

  it('belongs only to its owner after the owner, who also registered, uses any of the mails, in any order (ACC-5)', async () => {
    await fc.assert(fc.asyncProperty(story, tell), { numRuns: 15 });
  }, 120_000);
});
