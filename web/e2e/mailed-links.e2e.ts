import { eventually } from '@precis/testing/eventually';
import type { Request } from 'playwright-core';
import { asked, newCustomer, signedIn } from './journeys/buyer.ts';
import { freshPerson, STEP_LIMIT_MS, Visitor } from './journeys/visitor.ts';
import { useStage } from './stage.ts';

const SHOWS: Record<string, RegExp> = {
  'the verification': /was registered at Precis on/,
  'the reset': /Set a new password/,
  'one that unsubscribes': /Press the button to stop mails of this kind/,
  'the change of address': /Your account will use/,
  'the undoing of a change': /If it was not you, undo the change/,
};

describe('the links in mails, opened by a browser that did not request them', () => {
  const stage = useStage();
  const links: Record<string, string> = {};
  const newcomer = freshPerson('Nils');
  let owner: Awaited<ReturnType<typeof newCustomer>>;

  /** The newest link to this page in a mail to the address. */
  const mailed = (email: string, page: string) =>
    eventually(
      `a mail to ${email} with a link to ${page}`,
      async () => {
        const box = `/sandbox/mailbox.json?to=${encodeURIComponent(email)}`;
        const mails = await asked<{ links: string[] }[]>(stage.deployment, box);
        return mails.flatMap((mail) => mail.links).find((link) => link.includes(`${page}?token=`));
      },
      STEP_LIMIT_MS,
    );
  /** Everything that opening a link could change. */
  const state = async () => {
    const { token } = owner;
    const me = await asked<{ user: object }>(stage.deployment, '/api/auth/me', { token });
    const wishes = await asked<object>(stage.deployment, '/api/user/notifications', { token });
    const { sessions } = await asked<{ sessions: object[] }>(stage.deployment, '/api/auth/sessions', { token });
    const login = await fetch(`${stage.deployment.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: newcomer.email, password: newcomer.password }),
    });
    return { user: me.user, wishes, sessions, newcomer: login.status };
  };

  beforeAll(async () => {
    await asked(stage.deployment, '/api/auth/register', { body: newcomer });
    links['the verification'] = await mailed(newcomer.email, '/verify-email');
    owner = await newCustomer(stage.deployment, 'Olga');
    links['one that unsubscribes'] = await mailed(owner.email, '/unsubscribe');
    await asked(stage.deployment, '/api/auth/forgot-password', { body: { email: owner.email } });
    links['the reset'] = await mailed(owner.email, '/reset-password');
    const next = freshPerson('Next').email;
    await fetch(`${stage.deployment.url}/api/user/profile`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ name: owner.name, email: next }),
    });
    links['the change of address'] = await mailed(next, '/verify-email');
    links['the undoing of a change'] = await mailed(owner.email, '/undo-email-change');
  }, 180_000);

  it.each(Object.keys(SHOWS))(
    '%s shows what a button press would do, sends nothing and changes nothing (WEB-39)',
    async (kind) => {
      const before = await state();
      // As a visitor, and as the signed-in owner; nobody has pressed a button yet.
      const visitors = [
        await Visitor.arrive(stage.browser, stage.deployment.url),
        await signedIn(stage.browser, stage.deployment, owner),
      ];
      for (const visitor of visitors) {
        const sent: string[] = [];
        visitor.page.on('request', (request: Request) => {
          if (!['GET', 'HEAD'].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
        });
        await visitor.page.goto(links[kind]);
        await visitor.reads(SHOWS[kind]);
        await visitor.page.waitForLoadState('networkidle');
        expect(sent).toEqual([]);
        // The token stays in the address only until it is read.
        expect(new URL(visitor.page.url()).search).toBe('');
        expect(visitor.complaints).toEqual([]);
        await visitor.leave();
      }
      expect(await state()).toEqual(before);
      expect(before).toMatchObject({ user: { email: owner.email }, newcomer: 403 });
    },
  );

  it('the verification takes effect when its button is pressed; from then on its link leads to the login (WEB-39)', async () => {
    const visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
    await visitor.page.goto(links['the verification']);
    await visitor.press('button', 'Verify my e-mail');
    await visitor.told('Email verified successfully!');
    await visitor.arrivedAt('/dashboard');
    await visitor.leave();
    const later = await Visitor.arrive(stage.browser, stage.deployment.url);
    await later.page.goto(links['the verification']);
    await later.arrivedAt('/login');
    await later.reads('This e-mail address is verified already. Please log in.');
    expect(later.complaints).toEqual([]);
    await later.leave();
  });

  it('a stranger’s verification link never replaces the session of its visitor without a button (WEB-38)', async () => {
    const stranger = freshPerson('Stig');
    await asked(stage.deployment, '/api/auth/register', { body: stranger });
    const visitor = await signedIn(stage.browser, stage.deployment, owner);
    const kept = () => visitor.page.evaluate(() => localStorage.getItem('token'));
    await visitor.page.goto(await mailed(stranger.email, '/verify-email'));
    await visitor.press('button', 'Verify my e-mail');
    await visitor.reads(`This browser is signed in as ${owner.email}. The link belongs to ${stranger.email}.`);
    expect(await kept()).toBe(owner.token);
    await visitor.press('button', `Stay signed in as ${owner.email}`);
    await visitor.arrivedAt('/dashboard');
    await visitor.reads(`Hello, ${owner.name}`);
    expect(await kept()).toBe(owner.token);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('a button restores the old address and ends every session (WEB-40, ACC-66)', async () => {
    const visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
    await visitor.page.goto(links['the undoing of a change']);
    await visitor.press('button', 'Undo the change');
    await visitor.reads('The change of your e-mail address is undone.');
    const { status } = await fetch(`${stage.deployment.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    });
    expect(status).toBe(401);
    await eventually('the session has ended', async () => {
      const headers = { authorization: `Bearer ${owner.token}` };
      return (await fetch(`${stage.deployment.url}/api/auth/me`, { headers })).status === 401;
    });
    await visitor.leave();
  });
});
