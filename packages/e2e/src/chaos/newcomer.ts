import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mailedLinks } from '../deployment/accounts.js';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import type { CallingAccount } from './caller.js';
import type { ClientView } from './client-view.js';

/** Longer than the longest outage of the bus, with its recovery. */
const PATIENCE_MS = 400_000;
const FREE_VIDEOS = 3;

/** Somebody who registers, follows the link of the mail, logs in and makes a key, through whatever happens meanwhile. */
export class Newcomer {
  readonly email = `chaos-${randomBytes(8).toString('hex')}@customer.example`;
  private readonly password = `pw-canary-${randomBytes(8).toString('hex')}`;
  private repeatedRegistration = false;
  private readonly endMs = performance.now() + PATIENCE_MS;

  constructor(
    private readonly precis: Pick<Deployment, 'mailbox'>,
    private readonly view: ClientView,
    /** Of who sent them. */
    private readonly referralCode?: string,
  ) {}

  /** The account, or undefined when something was wrong, which the view has noted. */
  async join(): Promise<CallingAccount | undefined> {
    const { email, password, referralCode } = this;
    const body = { name: 'Chaos Canary', email, password, referral_code: referralCode };
    const registered = await this.until200('/api/auth/register', { body });
    if (!registered || !(await this.verify())) return undefined;
    const login = await this.until200('/api/auth/login', { body: { email, password } });
    const token = login?.body.token as string | undefined;
    const key = token && (await this.ownKey(token));
    const id = login?.body.user.id as string;
    return key ? { id, email, password, token: token!, key, limit: FREE_VIDEOS, begun: 0, answered: 0 } : undefined;
  }

  /** A key whose answer was lost is there and refused a second time, for good reason: the account shows it. */
  private async ownKey(token: string): Promise<string | undefined> {
    for (let unanswered = false; performance.now() < this.endMs; await pause(200)) {
      const answer = await this.view.send('account', 'POST', '/api/api-key/generate', { token });
      if (answer?.status === 200) return answer.body.apiKey as string;
      const exists = answer?.status === 409 && answer.body?.code === 'api_key_exists' && unanswered;
      if (answer && !exists) return this.wrong('/api/api-key/generate', answer) || undefined;
      unanswered = true;
      const shown = exists && (await this.view.send('account', 'GET', '/api/auth/me', { token }));
      if (shown && shown.status === 200) return shown.body.user.apiKey as string;
    }
    this.view.noteWrong(`${this.email} got no key within ${PATIENCE_MS / 1_000} s`);
    return undefined;
  }

  /**
   * A link is refused for good reason when a lost answer had already used it, which logging in tells, or when a repeated registration
   * replaced it by the link of a later mail, which is met by taking the newest mail each time.
   */
  private async verify(): Promise<boolean> {
    for (let unanswered = false; performance.now() < this.endMs; await pause(300)) {
      const token = await this.newestToken();
      if (token === undefined) break;
      const answer = await this.view.send('account', 'POST', '/api/auth/verify-email', { body: { token } });
      if (answer?.status === 200) return true;
      unanswered ||= answer === undefined;
      if (!answer) continue;
      if (answer.status !== 400 || !(unanswered || this.repeatedRegistration))
        return this.wrong('/api/auth/verify-email', answer);
      if (unanswered && (await this.canLogIn())) return true;
    }
    this.view.noteWrong(`${this.email} could not be verified within ${PATIENCE_MS / 1_000} s`);
    return false;
  }

  private async canLogIn(): Promise<boolean> {
    const { email, password } = this;
    return (await this.view.send('account', 'POST', '/api/auth/login', { body: { email, password } }))?.status === 200;
  }

  private async newestToken(): Promise<string | undefined> {
    while (performance.now() < this.endMs) {
      const [link] = await mailedLinks(this.precis, this.email);
      if (link) return new URL(link).searchParams.get('token')!;
      await pause(500);
    }
    return undefined;
  }

  private async until200(path: string, options: CallOptions): Promise<Answer | undefined> {
    while (performance.now() < this.endMs) {
      const answer = await this.view.send('account', 'POST', path, options);
      if (answer?.status === 200) return answer;
      if (answer) return this.wrong(path, answer) || undefined;
      if (path === '/api/auth/register') this.repeatedRegistration = true;
      await pause(100 + Math.random() * 300);
    }
    this.view.noteWrong(`${this.email}: ${path} was not answered within ${PATIENCE_MS / 1_000} s`);
    return undefined;
  }

  private wrong(path: string, answer: Answer): false {
    this.view.noteWrong(`${this.email}: ${path} was answered ${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }
}
