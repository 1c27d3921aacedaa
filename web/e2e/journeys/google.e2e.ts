import { useStage } from '../stage.ts';
import { asked, complaintsBut } from './buyer.ts';
import { freshPerson, Visitor } from './visitor.ts';

const GOOGLE = 'Continue with Google';
const { name, email } = freshPerson('Nora');

describe('signing in with Google', () => {
  const stage = useStage();
  let account: string;

  /** Opens a separate browser at the sandbox's Google page; returns that page's origin too. */
  async function atGoogle(): Promise<{ visitor: Visitor; google: string }> {
    const visitor = await Visitor.arrive(stage.browser, stage.deployment.url);
    await visitor.open('/login');
    await visitor.press('link', GOOGLE);
    await visitor.page.getByRole('heading', { name: 'Sandbox sign-in' }).waitFor();
    return { visitor, google: new URL(visitor.page.url()).origin };
  }

  /** The account of the browser's session. */
  async function accountOf({ page }: Visitor): Promise<{ id: string; email: string; google_linked: boolean }> {
    const token = (await page.evaluate(() => localStorage.getItem('token')))!;
    return (await asked<{ user: Awaited<ReturnType<typeof accountOf>> }>(stage.deployment, '/api/auth/me', { token }))
      .user;
  }

  it('creates an account for a new user, and leads to its dashboard (WEB-9, WEB-16)', async () => {
    const { visitor, google } = await atGoogle();
    await visitor.fill('E-mail', email);
    await visitor.fill('Name', name);
    await visitor.press('button', 'Sign in');
    await visitor.arrivedAt('/dashboard');
    await visitor.reads(`Hello, ${name}`);
    await visitor.reads('3 videos a month');
    // The token in the address has been removed.
    expect(visitor.page.url()).toBe(`${stage.deployment.url}/dashboard`);
    const user = await accountOf(visitor);
    expect(user).toMatchObject({ email, google_linked: true });
    account = user.id;
    await visitor.page.reload();
    await visitor.reads(`Hello, ${name}`);
    expect(complaintsBut(visitor, [google])).toEqual([]);
    await visitor.leave();
  });

  it('finds the same account again, in another browser (WEB-9)', async () => {
    const { visitor, google } = await atGoogle();
    await visitor.press('button', `${name} (${email})`);
    await visitor.arrivedAt('/dashboard');
    await visitor.reads(`Hello, ${name}`);
    expect((await accountOf(visitor)).id).toBe(account);
    expect(complaintsBut(visitor, [google])).toEqual([]);
    await visitor.leave();
  });

  it('that is aborted returns to the login with the reason, and to no session (WEB-9)', async () => {
    const { visitor, google } = await atGoogle();
    await visitor.press('button', 'Cancel');
    await visitor.arrivedAt('/login');
    await visitor.reads('The sign-in with Google was cancelled.');
    expect(visitor.page.url()).toBe(`${stage.deployment.url}/login`);
    expect(await visitor.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(complaintsBut(visitor, [google])).toEqual([]);
    await visitor.leave();
  });
});
