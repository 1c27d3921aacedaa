import { eventually } from '@precis/testing/eventually';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call, type CallOptions } from '../deployment/call.js';

/** An account in the latest state that its owner knows. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  key: string;
  /** A second session. */
  other: string;
  /** The values that the change in progress would set: a password, an address, a link. */
  next: string;
  link: string;
}

export type Request = [method: string, path: string, options: CallOptions];

/** A change of an account by one call. */
export interface AccountChange {
  name: string;
  prepare?(person: Person): Promise<void>;
  request(person: Person): Request;
  /** True when the change is complete, false when it had no effect, undefined when only the books can tell; throws for anything in between. */
  happened(person: Person): Promise<boolean | undefined>;
  /** Runs after a complete effect. */
  adopt(person: Person): Promise<void>;
}

/** Longer than the lease of a mail whose sender was killed. */
const MAIL_LIMIT_MS = 100_000;
/** Longer than a start after kill -9, and than the time until a few guesses of a password are free again (one in 15 s, ACC-36). */
const ANSWER_LIMIT_MS = 90_000;
/** Time until every gateway refuses an ended credential. */
const END_LIMIT_MS = 5_000;
/** For this long a gateway may still accept an ended session. */
const BELIEVED_MS = 1_500;
const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';

/** Users who register and change their accounts over HTTP; `url` is the product's current address. */
export class AccountChanges {
  private made = 0;

  constructor(
    private readonly url: string,
    private readonly domain: string,
  ) {}

  async join(): Promise<Person> {
    const email = this.freshEmail();
    const password = freshPassword();
    await this.done('POST', '/api/auth/register', { body: { name: 'Kim Canary', email, password } });
    const link = await this.mailedToken(email, '/verify-email');
    const { token, user } = (await this.done('POST', '/api/auth/verify-email', { body: { token: link } })).body;
    const { apiKey: key } = (await this.done('POST', '/api/api-key/generate', { token })).body;
    return { id: user.id, name: user.name, email, password, token, key, other: '', next: '', link: '' };
  }

  /** In order: each begins with the result of the previous one. */
  readonly all: AccountChange[] = [
    {
      name: 'password change',
      prepare: async (person) => {
        person.other = await this.login(person);
        person.next = freshPassword();
      },
      request: ({ token, password, next }) => [
        'PUT',
        '/api/auth/update-password',
        { token, body: { currentPassword: password, newPassword: next } },
      ],
      happened: async (person) => {
        const happened = await this.nextPasswordCounts(person);
        await this.expectSession(person.other, !happened);
        await this.expectSession(person.token, true);
        return happened;
      },
      adopt: async (person) => void (person.password = person.next),
    },
    {
      name: 'reset by link',
      prepare: async (person) => {
        const before = await this.mailedTokens(person.email, '/reset-password');
        await this.done('POST', '/api/auth/forgot-password', { body: { email: person.email } });
        person.link = await this.mailedToken(person.email, '/reset-password', before.length + 1);
        person.other = await this.login(person);
        person.next = freshPassword();
      },
      request: (person) => reset(person),
      happened: async (person) => {
        const happened = await this.nextPasswordCounts(person);
        for (const token of [person.token, person.other]) await this.expectSession(token, !happened);
        if (happened) await this.expectStatus(400, reset(person));
        return happened;
      },
      adopt: async (person) => {
        person.password = person.next;
        person.token = await this.login(person);
      },
    },
    {
      name: 'profile',
      prepare: async (person) => void (person.next = this.freshEmail()),
      request: ({ token, next }) => ['PUT', '/api/user/profile', { token, body: { name: next, email: next } }],
      happened: async (person) => {
        const { name, email, pending_email: pending } = await this.me(person);
        return whole(`name ${name}, ${email}, waiting ${pending}`, [
          [name === person.next && pending === person.next && email === person.email, true],
          [name === person.name && pending === null && email === person.email, false],
        ]);
      },
      adopt: async (person) => void (person.name = person.next),
    },
    {
      name: 'new address by link',
      prepare: async (person) => void (person.link = await this.mailedToken(person.next, '/verify-email')),
      request: (person) => confirm(person),
      happened: async (person) => {
        const { email, pending_email: pending } = await this.me(person);
        const happened = whole(`${email}, waiting ${pending}`, [
          [email === person.next && pending === null, true],
          [email === person.email && pending === person.next, false],
        ]);
        const byAddress = [person.email, person.next].map((address) => this.loginStatus(address, person.password));
        const statuses = await Promise.all(byAddress);
        whole(`logins by the old and the new address: ${statuses}`, [
          [String(statuses) === (happened ? '401,200' : '200,401'), true],
        ]);
        if (happened) await this.expectStatus(400, confirm(person));
        return happened;
      },
      adopt: async (person) => void (person.email = person.next),
    },
    {
      name: 'key rotation',
      request: ({ token }) => ['POST', '/api/api-key/rotate', { token, body: {} }],
      happened: async (person) => {
        const { apiKey } = await this.me(person);
        const happened = apiKey !== person.key;
        await this.expectKey(apiKey, true);
        if (happened) await this.expectKey(person.key, false);
        return happened;
      },
      adopt: async (person) => void (person.key = (await this.me(person)).apiKey),
    },
    {
      name: 'close',
      prepare: async (person) => void (person.other = await this.login(person)),
      request: ({ token, password }) => ['DELETE', '/api/user/account', { token, body: { password } }],
      happened: async ({ token, other }) => {
        const happened = await this.hasEnded(token);
        await this.expectSession(other, !happened);
        return happened;
      },
      adopt: async () => undefined,
    },
    {
      // A login would open it again.
      name: 'reopen',
      request: ({ email, password }) => ['POST', '/api/auth/login', { body: { email, password, keep_account: true } }],
      happened: async () => undefined,
      adopt: async (person) => void (person.token = await this.keep(person)),
    },
  ];

  /** One exchange; undefined without an answer, or with one that asks to retry. */
  async once([method, path, options]: Request): Promise<Answer | undefined> {
    const answer = await call(this.url, method, path, options).catch(() => undefined);
    return answer && answer.status < 500 ? answer : undefined;
  }

  /** Repeats until it is answered with 200, for idempotent requests and those without an effect so far. */
  async done(...request: Request): Promise<Answer> {
    const answer = await this.answer(...request);
    if (answer.status === 200) return answer;
    throw new Error(`${request[0]} ${request[1]} was answered ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  /** All received mails, newest first. */
  async mails(): Promise<{ messageId: string; to: string; subject: string; links: string[] }[]> {
    return (await this.done('GET', '/sandbox/mailbox.json', {})).body;
  }

  /** Waits where the account has no guess of a password left: on a fast machine this test makes more wrong ones than ACC-36 allows. */
  private async answer(...request: Request): Promise<Answer> {
    const asked = async () => {
      const answer = await this.once(request);
      if (answer?.status !== 429) return answer;
      await pause(Number(answer.headers.get('retry-after')) * 1_000);
      return undefined;
    };
    return eventually(`${request[0]} ${request[1]} is answered`, asked, ANSWER_LIMIT_MS);
  }

  private async login({ email, password }: Person): Promise<string> {
    return (await this.done('POST', '/api/auth/login', { body: { email, password } })).body.token as string;
  }

  /** Logs in and reopens the account. Also succeeds when it is open already, because it is unknown whether the change was made. */
  private async keep({ email, password }: Person): Promise<string> {
    const body = { email, password, keep_account: true };
    return (await this.done('POST', '/api/auth/login', { body })).body.token as string;
  }

  private async loginStatus(email: string, password: string): Promise<number> {
    return (await this.answer('POST', '/api/auth/login', { body: { email, password } })).status;
  }

  /** True when only the new password is valid, false when only the old one is; throws otherwise. */
  private async nextPasswordCounts({ email, password, next }: Person): Promise<boolean> {
    const statuses = await Promise.all([password, next].map((one) => this.loginStatus(email, one)));
    return whole(`logins by the old and the new password: ${statuses}`, [
      [String(statuses) === '401,200', true],
      [String(statuses) === '200,401', false],
    ]);
  }

  private async me({ token }: Person): Promise<Record<string, any>> {
    return (await this.done('GET', '/api/auth/me', { token })).body.user;
  }

  private async expectSession(token: string, lives: boolean): Promise<void> {
    await this.expectStatus(lives ? 200 : 401, ['GET', '/api/auth/me', { token }]);
  }

  /** Whether the session has ended. Asks for as long as a gateway may still accept an ended one. */
  private async hasEnded(token: string): Promise<boolean> {
    for (const endMs = performance.now() + BELIEVED_MS; performance.now() < endMs; await pause(50))
      if ((await this.answer('GET', '/api/auth/me', { token })).status === 401) return true;
    return false;
  }

  private async expectKey(key: string, lives: boolean): Promise<void> {
    await this.expectStatus(lives ? 200 : 401, ['POST', '/api/youtube/info', { key, body: { url: VIDEO } }]);
  }

  private async expectStatus(status: number, request: Request): Promise<void> {
    const what = `${request[0]} ${request[1]} is answered ${status}`;
    await eventually(what, async () => (await this.answer(...request)).status === status, END_LIMIT_MS);
  }

  private async mailedToken(email: string, page: string, count = 1): Promise<string> {
    const what = `${count} mails with a link to ${page} for ${email}`;
    const tokens = async () => {
      const found = await this.mailedTokens(email, page);
      return found.length >= count && found[0];
    };
    return eventually(what, tokens, MAIL_LIMIT_MS);
  }

  /** Newest first. */
  private async mailedTokens(email: string, page: string): Promise<string[]> {
    const links = (await this.mails()).flatMap(({ to, links }) => (to === email ? links : []));
    const tokens = links.filter((link) => link.includes(`${page}?token=`)).map((link) => link.split('token=')[1]);
    return [...new Set(tokens)];
  }

  private freshEmail(): string {
    return `kim-${++this.made}-${fresh().toLowerCase()}@${this.domain}`;
  }
}

const fresh = () => randomBytes(8).toString('hex');
const freshPassword = () => `pw-canary-${fresh()}`;

const reset = ({ link, next }: Person): Request => [
  'POST',
  '/api/auth/reset-password',
  { body: { token: link, password: next } },
];
const confirm = ({ link, token }: Person): Request => [
  'POST',
  '/api/auth/verify-email',
  { token, body: { token: link } },
];

/** The outcome whose condition holds; throws when none does. */
function whole(seen: string, outcomes: [boolean, boolean][]): boolean {
  const found = outcomes.find(([holds]) => holds);
  if (!found) throw new Error(`neither the whole effect nor none: ${seen}`);
  return found[1];
}
