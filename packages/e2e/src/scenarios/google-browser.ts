import { signInAtSandbox, type Typed } from '@precis/sandbox/google/person-at-sandbox';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';

const COOKIE = '__Host-oauth_tx';

/** A browser that signs in by Google over HTTP alone, and keeps the one cookie. */
export class GoogleBrowser {
  cookie = '';

  constructor(private readonly using: () => Deployment) {}

  async visit(path: string, token?: string): Promise<Answer> {
    const answer = await this.using().call('GET', path, { token, headers: { cookie: this.cookie } });
    const set = answer.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
    if (set) this.cookie = set.split(';')[0];
    return answer;
  }

  /** Signs in at the provider and returns; the result is the address and query to which the callback leads. */
  async signIn(typed: Typed | 'cancel'): Promise<URLSearchParams> {
    const begun = await this.visit('/api/auth/google');
    expect(begun.status).toBe(302);
    return this.comeBack(await signInAtSandbox(begun.headers.get('location')!, typed));
  }

  async comeBack(address: string): Promise<URLSearchParams> {
    const { pathname, search } = new URL(address);
    expect(pathname).toBe('/api/auth/google/callback');
    const answer = await this.visit(pathname + search);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const location = new URL(answer.headers.get('location')!);
    expect(location.pathname).toBe('/auth/callback');
    return location.searchParams;
  }

  /** Signs in as the owner of an account that already has the address and must enter its password once (ACC-62). */
  async link(typed: Typed, password: string) {
    expect(Object.fromEntries(await this.signIn(typed))).toEqual({ error: 'google_password_needed' });
    const answer = await this.givePassword(password);
    expect(answer.status).toBe(200);
    return { user: answer.body.user, session: answer.body.token as string };
  }

  /** Answers the question whether to keep a closed account (ACC-73). */
  keep(keepAccount: boolean): Promise<Answer> {
    const headers = { cookie: this.cookie };
    return this.using().call('POST', '/api/auth/google/keep', { headers, body: { keep_account: keepAccount } });
  }

  givePassword(password: string): Promise<Answer> {
    const headers = { cookie: this.cookie };
    return this.using().call('POST', '/api/auth/google/link', { headers, body: { password } });
  }

  /** Acts like the page at /auth/callback: returns the user, and the session that replaces the token in its address. */
  async arrive(typed: Typed) {
    const token = (await this.signIn(typed)).get('token')!;
    const answer = await this.visit('/api/auth/me', token);
    expect(answer.status).toBe(200);
    return { user: answer.body.user, session: answer.headers.get('x-session-token')!, handoff: token };
  }
}
