import { signInAtSandbox, type Typed } from '@precis/sandbox/google/person-at-sandbox';
import { randomBytes } from 'node:crypto';
import { mailedLinkTo } from '../deployment/accounts.js';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';

/** An error answer, as its client got it. */
export interface Refusal {
  asked: string;
  told: string;
}

/** A person with unique words, who remembers everything that was typed, received and mailed, by its kind. */
export class CanaryPerson {
  /** Secrets: passwords, keys, tokens, cookies. */
  readonly secrets = new Map<string, string>();
  /** Personal data: names, addresses, clients, and requested videos. */
  readonly personal = new Map<string, string>();
  readonly refusals: Refusal[] = [];
  private readonly mark = `canary${randomBytes(6).toString('hex')}`;
  private readonly cookies = new Map<string, string>();

  constructor(private readonly using: () => Deployment) {
    this.personal.set('a word of the person', this.mark);
  }

  /** A secret that the person invents. */
  secret(what: string): string {
    return this.keep(what, `${this.mark} secret ${what}`);
  }

  /** A secret that the person has. */
  of(what: string): string {
    return this.secrets.get(what)!;
  }

  /** Remembers data that the product gave. */
  keep(what: string, value: string): string {
    this.secrets.set(what, value);
    return value;
  }

  /** A text that names the person. */
  text(what: string): string {
    const value = `${this.mark} ${what}`;
    this.personal.set(what, value);
    return value;
  }

  email(what: string): string {
    const value = `${this.mark}-${what}@customer.example`;
    this.personal.set(what, value);
    return value;
  }

  /** As a browser with its own cookies. Throws unless the answer has this status; a refusal is remembered. */
  async call(status: number, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers = {
      'user-agent': this.text('browser'),
      cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      ...options.headers,
    };
    const answer = await this.using().call(method, path, { ...options, headers });
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status} instead of ${status}: ${answer.text}`);
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=', 2);
      this.cookies.set(name, value);
      if (value) this.keep(`cookie ${name} of ${method} ${path.split('?')[0]}`, value);
    }
    if (status >= 400)
      this.refusals.push({ asked: `${method} ${path}`, told: JSON.stringify([...answer.headers]) + answer.text });
    return answer;
  }

  /** The token of the newest mailed link to this page. */
  async mailedToken(what: string, email: string, page: string, mails = 1): Promise<string> {
    const link = await mailedLinkTo(this.using(), email, page, mails);
    return this.keep(what, new URL(link).searchParams.get('token')!);
  }

  /** Signs in at the provider and returns; the result is the session. `password`: that of the account that already has the address. */
  async signInByGoogle(what: string, typed: Typed, password?: string): Promise<string> {
    const begun = await this.call(302, 'GET', '/api/auth/google');
    const at = new URL(begun.headers.get('location')!);
    const back = new URL(await signInAtSandbox(at.href, typed));
    for (const name of ['state', 'nonce', 'code_challenge'])
      this.keep(`${name} of ${what}`, at.searchParams.get(name) ?? `${this.mark} no ${name}`);
    this.keep(`code of ${what}`, back.searchParams.get('code')!);
    const arrived = await this.call(302, 'GET', back.pathname + back.search);
    if (password !== undefined) {
      const { body } = await this.call(200, 'POST', '/api/auth/google/link', { body: { password } });
      return this.keep(`session of ${what}`, body.token as string);
    }
    const handoff = new URL(arrived.headers.get('location')!).searchParams.get('token')!;
    const me = await this.call(200, 'GET', '/api/auth/me', { token: this.keep(`handoff token of ${what}`, handoff) });
    return this.keep(`session of ${what}`, me.headers.get('x-session-token')!);
  }
}
