import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

const FOLDER = new URL('../../pages/', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

interface Sent {
  path: string;
  authorization?: string;
  body?: Record<string, unknown>;
}
interface Answer {
  status: number;
  body: object;
  sessionToken?: string;
}

/** A page's scripts with as much of a browser as they use. */
class Visit {
  readonly sent: Sent[] = [];
  readonly storage = new Map<string, string>();
  readonly values: Record<string, string> = {};
  /** What the address bar shows, and whether the form is still there. */
  address: string;
  hasForm = true;
  private readonly texts: Record<string, { textContent: string; hidden?: boolean }> = {};
  private submit?: (event: object) => void;

  constructor(
    private readonly page: string,
    query: string,
    private readonly answer: (sent: Sent) => Answer,
  ) {
    this.address = `/${page}${query}`;
  }

  async open(): Promise<this> {
    const [pathname, search = ''] = this.address.split('?');
    const context = createContext({
      URLSearchParams,
      setTimeout: (work: () => void) => setImmediate(work),
      location: { pathname, search: `?${search}`, replace: (path: string) => void (this.address = path) },
      history: { replaceState: (_state: null, _title: string, path: string) => void (this.address = path) },
      localStorage: {
        getItem: (name: string) => this.storage.get(name) ?? null,
        setItem: (name: string, value: string) => void this.storage.set(name, value),
      },
      document: { getElementById: (id: string) => this.element(id) },
      fetch: (path: string, init: { headers: Record<string, string>; body?: string }) => this.fetch(path, init),
    });
    for (const name of ['pages.js', `${this.page}.js`]) runInContext(file(name), context);
    await settled();
    return this;
  }

  async press(): Promise<void> {
    this.submit!({ preventDefault: () => undefined });
    await settled();
  }

  get shown(): string[] {
    return ['title', 'text'].map((id) => this.texts[id]?.textContent ?? '');
  }

  isHidden(id: string): boolean | undefined {
    return this.texts[id]?.hidden;
  }

  private element(id: string): object {
    if (id === 'form')
      return {
        querySelector: () => ({}),
        addEventListener: (_name: string, listener: (event: object) => void) => void (this.submit = listener),
        remove: () => void (this.hasForm = false),
      };
    if (id in this.values) return { value: this.values[id] };
    return (this.texts[id] ??= { textContent: '' });
  }

  private async fetch(path: string, init: { headers: Record<string, string>; body?: string }) {
    const sent = {
      path,
      authorization: init.headers.authorization,
      body: init.body === undefined ? undefined : (JSON.parse(init.body) as Record<string, unknown>),
    };
    this.sent.push(sent);
    const { status, body, sessionToken } = this.answer(sent);
    return { ok: status === 200, status, json: async () => body, headers: { get: () => sessionToken ?? null } };
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const user = { name: 'Ann', email: 'ann@customer.example' };
const signedIn = () => ({ status: 200, body: { token: 'fresh', user } });

describe('the plain pages (WEB-11)', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.html')))('%s runs nothing inline', (name) => {
    expect(file(name)).not.toMatch(
      /<script(?![^>]*\bsrc="\/pages\/)|\son\w+=|style=|javascript:|(?:src|href|action)="https?:/i,
    );
  });

  it.each(['verify-email', 'reset-password', 'unsubscribe', 'auth-callback'])(
    '%s takes the token out of the address before anything else, and says so when there is none',
    async (page) => {
      const visit = await new Visit(page, '?token=secret&x=1', () => ({ status: 400, body: { error: 'no' } })).open();
      expect(visit.address).toBe(`/${page}`);
      const without = await new Visit(page, '', signedIn).open();
      expect(without.sent).toEqual([]);
      expect(without.shown[1]).toMatch(/missing|open the link|try again/);
    },
  );

  it('verify-email sends the stored session, which a change of address needs, and keeps what is answered', async () => {
    const visit = new Visit('verify-email', '?token=link', signedIn);
    visit.storage.set('token', 'stored');
    await visit.open();
    expect(visit.sent).toEqual([
      { path: '/api/auth/verify-email', authorization: 'Bearer stored', body: { token: 'link' } },
    ]);
    expect(visit.storage.get('token')).toBe('fresh');
    expect(visit.shown[0]).toBe('Email verified successfully!');
  });

  it('a link that was refused leaves the stored session', async () => {
    const visit = new Visit('verify-email', '?token=link', () => ({ status: 400, body: { error: 'Too late.' } }));
    visit.storage.set('token', 'stored');
    await visit.open();
    expect([visit.storage.get('token'), ...visit.shown]).toEqual(['stored', 'Verification failed', 'Too late.']);
  });

  it('reset-password sends nothing until both passwords match', async () => {
    const visit = new Visit('reset-password', '?token=link', signedIn);
    Object.assign(visit.values, { password: 'secret-1', again: 'secret-2' });
    await visit.open();
    await visit.press();
    expect([visit.sent, visit.shown[1]]).toEqual([[], 'Passwords do not match']);
    visit.values.again = 'secret-1';
    await visit.press();
    expect(visit.sent[0]).toMatchObject({
      path: '/api/auth/reset-password',
      body: { token: 'link', password: 'secret-1' },
    });
    expect([visit.storage.get('token'), visit.hasForm]).toEqual(['fresh', false]);
  });

  it('unsubscribe asks for a press of its button: opening the link changes nothing', async () => {
    const visit = await new Visit('unsubscribe', '?token=link', () => ({
      status: 200,
      body: { message: 'Done.' },
    })).open();
    expect(visit.sent).toEqual([]);
    await visit.press();
    expect(visit.sent).toMatchObject([{ path: '/api/notifications/unsubscribe', body: { token: 'link' } }]);
  });

  it('forgot-password shows the same whoever asks', async () => {
    const visit = new Visit('forgot-password', '', () => ({
      status: 200,
      body: { message: 'Sent, if there is one.' },
    }));
    visit.values.email = 'ann@customer.example';
    await visit.open();
    await visit.press();
    expect(visit.shown[1]).toBe('Sent, if there is one.');
  });

  it('payment-success asks nothing without a session, and shows what it finds with one until the payment is decided', async () => {
    const states = ['pending', 'processing', 'completed'];
    const visit = new Visit('payment-success', '?session_id=cs_1%2F2', () => ({
      status: 200,
      body: { payment: { status: states.shift() } },
    }));
    await visit.open();
    expect([visit.sent, visit.shown]).toEqual([[], ['', '']]);
    visit.storage.set('token', 'stored');
    await visit.open();
    for (let turn = 0; turn < 5; turn++) await settled();
    expect(visit.sent).toEqual(
      Array(3).fill({ path: '/api/payment/session/cs_1%2F2', authorization: 'Bearer stored', body: undefined }),
    );
    expect(visit.shown[0]).toBe('Payment successful!');
  });

  it.each([
    [['password'], true],
    [['password', 'google'], false],
  ])('login shows Google only where the deployment has it: %j', async (ways, hidden) => {
    const visit = new Visit('login', '', ({ path }) =>
      path === '/api/info' ? { status: 200, body: { sign_in: ways } } : signedIn(),
    );
    Object.assign(visit.values, { email: 'ann@customer.example', password: 'secret' });
    await visit.open();
    expect(visit.isHidden('google')).toBe(hidden);
    await visit.press();
    expect(visit.storage.get('token')).toBe('fresh');
  });
});

describe('the return from a sign-in by Google (ACC-30)', () => {
  const LIVE: Record<string, Answer> = {
    'Bearer handoff': { status: 200, body: { user }, sessionToken: 'session' },
    'Bearer plain': { status: 200, body: { user } },
    'Bearer mine': { status: 200, body: { user } },
    'Bearer away': { status: 503, body: { error: 'Please try again.' } },
  };
  const dead = { status: 401, body: { error: 'Please log in.' } };

  it.each([
    ['a handoff token is swapped for the session', 'handoff', undefined, 'session'],
    ['a handoff token of this browser replaces a session', 'handoff', 'mine', 'session'],
    ['a session in the address is taken when there is none', 'plain', undefined, 'plain'],
    ['a session in the address is taken in place of a dead one', 'plain', 'dead', 'plain'],
    ['a session in the address never replaces a live one', 'plain', 'mine', 'mine'],
    ['what is refused changes nothing', 'dead', 'mine', 'mine'],
    ['a session in the address waits while the server cannot say whether the other lives', 'plain', 'away', 'away'],
  ])('%s', async (_what, token, before, after) => {
    const visit = new Visit('auth-callback', `?token=${token}`, ({ authorization }) => LIVE[authorization!] ?? dead);
    if (before) visit.storage.set('token', before);
    await visit.open();
    expect(visit.storage.get('token')).toBe(after);
    expect(visit.address).toBe(token === 'dead' ? '/auth-callback' : '/');
  });

  it.each([
    ['account_suspended', 'This account is suspended. Please contact support.'],
    ['google_denied', 'The sign-in with Google was cancelled.'],
    ['constructor', 'Google did not sign you in. Please try again.'],
    ['<b>anything</b>', 'Google did not sign you in. Please try again.'],
  ])('says for the error %s: %s', async (error, text) => {
    const visit = await new Visit('auth-callback', `?${new URLSearchParams({ error }).toString()}`, signedIn).open();
    expect([visit.sent, visit.shown, visit.address]).toEqual([[], ['Sign-in failed', text], '/auth-callback']);
  });
});
