import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mailedLinks } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import type { CallingAccount } from './calling-account.js';
import type { ClientView } from './client-view.js';
import { PatientClient } from './patient-client.js';

/** Longer than the longest outage of the bus, with its recovery. */
const PATIENCE_MS = 400_000;
const FREE_VIDEOS = 3;

/** A user who registers, uses the link of the mail, logs in and makes a key, through any faults. */
export class Newcomer {
  readonly email = `chaos-${randomBytes(8).toString('hex')}@customer.example`;
  private readonly password = `pw-canary-${randomBytes(8).toString('hex')}`;
  private readonly client: PatientClient;
  private repeatedRegistration = false;
  private readonly endMs = performance.now() + PATIENCE_MS;

  constructor(
    private readonly precis: Pick<Deployment, 'mailbox'>,
    private readonly view: ClientView,
    /** The referral code of the referrer. */
    private readonly referralCode?: string,
  ) {
    this.client = new PatientClient(view, { kind: 'account', email: this.email, patienceMs: PATIENCE_MS });
  }

  /** The account, or undefined when something was wrong, which the view has recorded. */
  async join(): Promise<CallingAccount | undefined> {
    const { email, password, referralCode } = this;
    const body = { name: 'Chaos Canary', email, password, referral_code: referralCode };
    if (!(await this.register(body)) || !(await this.verify())) return undefined;
    const login = await this.client.until200('POST', '/api/auth/login', { body: { email, password } });
    const token = login?.body.token as string | undefined;
    const key = token && (await this.ownKey(token));
    const id = login?.body.user.id as string;
    return key ? { id, email, password, token: token!, key, limit: FREE_VIDEOS, begun: 0, answered: 0 } : undefined;
  }

  private async register(body: object): Promise<boolean> {
    const path = '/api/auth/register';
    const found = await this.client.untilAnswered('POST', path, { body });
    if (!found) return false;
    this.repeatedRegistration = found.times > 1;
    if (found.answer.status !== 200) this.client.wrong(path, found.answer);
    return found.answer.status === 200;
  }

  /** Gets the key. When the answer was lost, the key exists and a repeat is refused correctly; the account shows it. */
  private async ownKey(token: string): Promise<string | undefined> {
    const path = '/api/api-key/generate';
    const found = await this.client.untilAnswered('POST', path, { token });
    if (!found) return undefined;
    const { answer, times } = found;
    if (answer.status === 200) return answer.body.apiKey as string;
    if (answer.status === 409 && answer.body?.code === 'api_key_exists' && times > 1)
      return (await this.client.until200('GET', '/api/auth/me', { token }))?.body.user.apiKey as string | undefined;
    this.client.wrong(path, answer);
    return undefined;
  }

  /**
   * Uses the link. It is refused correctly when a lost answer had already used it, which a login shows. It is also refused when a repeated
   * registration replaced it by the link of a later mail, so the newest mail is read each time.
   */
  private async verify(): Promise<boolean> {
    for (let unanswered = false; performance.now() < this.endMs; await pause(300)) {
      const token = await this.newestToken();
      if (token === undefined) break;
      const answer = await this.view.send('account', 'POST', '/api/auth/verify-email', { body: { token } });
      if (answer?.status === 200) return true;
      unanswered ||= answer === undefined;
      if (!answer) continue;
      if (answer.status !== 400 || !(unanswered || this.repeatedRegistration)) {
        this.client.wrong('/api/auth/verify-email', answer);
        return false;
      }
      if (unanswered && (await this.canLogIn())) return true;
    }
    this.client.wrong('the link', `not verified within ${PATIENCE_MS / 1_000} s`);
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
}
