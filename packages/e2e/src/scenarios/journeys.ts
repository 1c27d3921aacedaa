import { eventually } from '@precis/testing/eventually';
import { type Account, generateApiKey, register } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment, Mail } from '../deployment/deployment.js';
import { refusedEverywhere } from '../deployment/refused-everywhere.js';
import { runCommand } from '../deployment/run-command.js';

const MAIL_LIMIT_MS = 20_000;
const DEVICE = /^(__Host-device=[\w-]{43}); Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict$/;

/** Subjects of the mails of an account. */
export const MAILS = {
  verify: 'Verify your email address for Precis',
  welcome: 'Welcome to Precis: your first summary',
  reset: 'Set a new password for Precis',
  changeEmail: 'Confirm your new email address for Precis',
  changeNotice: 'The email address of your Precis account is about to change',
  passwordChanged: 'Your Precis password was changed',
  passwordFirst: 'Your Precis account has a password now',
  googleLinked: 'New sign-in to Precis with Google',
  keyGenerated: 'An API key was generated for Precis',
  keyRotated: 'Your Precis API key was rotated',
  keyRevoked: 'Your Precis API key was revoked',
  quota80: "80% of this month's videos are used",
  quota100: 'All videos of this month are used',
} as const;
/** The mails that every new account gets. */
export const REGISTERED = [MAILS.verify, MAILS.welcome];

/** The actions of customers and their results, over HTTP alone. It remembers which mails it has seen. */
export class Journeys {
  private readonly seen = new Map<string, string[]>();

  constructor(private readonly using: () => Deployment) {}

  as({ token }: { token: string }, method: string, path: string, body?: object): Promise<Answer> {
    return this.using().call(method, path, { token, body });
  }

  login(email: string, password: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.using().call('POST', '/api/auth/login', { body: { email, password }, headers });
  }

  /** Logs in to a closed account with keep_account (ACC-73). */
  keep(email: string, password: string): Promise<Answer> {
    return this.using().call('POST', '/api/auth/login', { body: { email, password, keep_account: true } });
  }

  /** A session of a browser with this name. */
  async session({ email, password }: Account, browser = 'e2e'): Promise<string> {
    const answer = await this.login(email, password, { 'user-agent': browser });
    expect(answer.status).toBe(200);
    return answer.body.token as string;
  }

  async isSignedIn(token: string): Promise<boolean> {
    return (await this.as({ token }, 'GET', '/api/auth/me')).status === 200;
  }

  /** Registered, with a key that every gateway knows, because refusing a cached key is the harder case. */
  async customer(): Promise<Account & { key: string; id: string }> {
    const account = await register(this.using());
    const key = await generateApiKey(this.using(), account);
    const { id } = (await this.as(account, 'GET', '/api/auth/me')).body.user;
    return { ...account, key, id };
  }

  summarise(key: string, body: object = {}): Promise<Answer> {
    return this.using().call('POST', '/api/youtube/summarize', {
      key,
      body: { url: 'https://youtu.be/precisDemo1', ...body },
    });
  }

  /** The status and code with which each gateway refuses the credential, within 1 s. */
  async refusals(credential: { token: string } | { key: string }): Promise<string[]> {
    const answers = await refusedEverywhere(this.using(), credential);
    return [...new Set(answers.map(({ status, body }) => `${status} ${body.code}`))];
  }

  /** Waits until these are all the mails that this address ever got, in any order, each once. Returns them, newest first. */
  async mails(email: string, ...subjects: string[]): Promise<Mail[]> {
    const found = await eventually(
      `${subjects.length} mails to ${email}`,
      async () => {
        const mails = await this.using().mailbox(email);
        return mails.length >= subjects.length && mails;
      },
      MAIL_LIMIT_MS,
    );
    expect(subjectsOf(found)).toEqual(subjects.toSorted());
    this.seen.set(email, subjects);
    return found;
  }

  /** Expects no mail after those that the journeys waited for, except that of a month's end when a journey's week led into the next month. */
  async expectNoFurtherMails(): Promise<void> {
    for (const [email, subjects] of this.seen) {
      const found = subjectsOf(await this.using().mailbox(email));
      const ofMonth = found.filter((subject) => subject.startsWith('Your usage of '));
      expect(ofMonth.length).toBeLessThanOrEqual(1);
      expect([email, found.filter((subject) => !ofMonth.includes(subject))]).toEqual([email, subjects.toSorted()]);
    }
  }

  /** The kinds in the account's list, oldest first; simultaneous ones sorted by name. `operator:` precedes an operator's action. */
  async activity(account: { token: string }): Promise<string[]> {
    const { body } = await this.as(account, 'GET', '/api/user/activity?limit=100');
    const entries = body.activity as { at: string; kind: string; by: string }[];
    const named = entries.map(({ at, kind, by }) => [at, by === 'owner' ? kind : `${by}: ${kind}`]);
    return named.toSorted().map(([, kind]) => kind);
  }

  /** Runs the operator's program; returns its output. */
  operate(...words: string[]): Promise<string> {
    const named = [...words, '--operator', 'e2e', '--reason', 'a journey'];
    return runCommand('packages/operator/dist/main.js', this.using().operator, named);
  }
}

const subjectsOf = (mails: Mail[]) => mails.map(({ subject }) => subject).sort();

/** The only link of a mail to this page of the product. */
export async function openedLink(mail: Mail, page: string): Promise<{ token: string }> {
  const links = mail.links.filter((link) => new URL(link).pathname === page);
  expect([mail.subject, links.length]).toEqual([mail.subject, 1]);
  const answer = await fetch(links[0]);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  await answer.body?.cancel();
  return { token: new URL(links[0]).searchParams.get('token')! };
}

export const mailWith = (mails: Mail[], subject: string): Mail => mails.find((mail) => mail.subject === subject)!;

/** The cookie that identifies the device from now on, as a browser sends it back. */
export function deviceOf({ headers }: Answer): string {
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(DEVICE)]);
  return DEVICE.exec(headers.getSetCookie()[0])![1];
}
