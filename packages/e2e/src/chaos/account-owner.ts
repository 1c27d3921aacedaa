import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallingAccount } from '../clients/calling-account.js';
import type { ClientView } from '../clients/client-view.js';
import { PatientClient } from '../clients/patient-client.js';
import type { CallOptions } from '../deployment/call.js';
import type { Distributed } from '../deployment/distributed.js';

/** Longer than the longest outage of the bus, with its recovery. */
const PATIENCE_MS = 400_000;
/** Most links of an address per day. */
const MOST_ASKS = 14;
const DEVICE = '__Host-device=';

export const ACTS = ['login', 'change', 'sessions', 'reset', 'preferences', 'export'] as const;
export type Act = (typeof ACTS)[number];

/**
 * A customer who changes and reads an account, with one action at a time. So the right state is always known. Any other answer is an error, even if
 * something has failed in between.
 */
export class AccountOwner {
  readonly did: Record<Act, number> = { login: 0, change: 0, sessions: 0, reset: 0, preferences: 0, export: 0 };
  /** Changes and resets whose answer was lost and that took effect. */
  foundDone = 0;
  busy = false;
  private readonly client: PatientClient;
  private device = '';
  private wantsNews = true;
  private asks = 0;
  private readonly oldLinks = new Set<string>();

  constructor(
    private readonly precis: Distributed,
    view: ClientView,
    readonly account: CallingAccount,
  ) {
    this.client = new PatientClient(view, {
      kind: 'owner',
      email: account.email,
      patienceMs: PATIENCE_MS,
      always: () => (this.device === '' ? {} : { headers: { cookie: this.device } }),
    });
  }

  get mayReset(): boolean {
    return this.asks < MOST_ASKS;
  }

  /**
   * Whether a link that was never tried may exist. Each repeated request may have mailed one, now or during an earlier reset, and only the newest link
   * works.
   */
  private get otherLinksMayExist(): boolean {
    return this.asks > this.oldLinks.size;
  }

  async act(act: Act): Promise<void> {
    this.busy = true;
    try {
      if (await this[act]()) this.did[act]++;
    } finally {
      this.busy = false;
    }
  }

  private async login(): Promise<boolean> {
    const answer = await this.client.until200('POST', '/api/auth/login', { body: this.credentials() });
    if (!answer) return false;
    this.account.token = answer.body.token as string;
    const [cookie = ''] = answer.headers.getSetCookie();
    const device = cookie.startsWith(DEVICE) ? cookie.split(';')[0] : '';
    if (device === '' || (this.device !== '' && device !== this.device))
      this.client.wrong('the login', `set the cookie ${cookie} on a device that had ${this.device || 'none'}`);
    this.device = device;
    return true;
  }

  private async sessions(): Promise<boolean> {
    const found = await this.list();
    if (!found) return false;
    if (found.filter(({ current }) => current).length !== 1)
      this.client.wrong('the list of sessions', JSON.stringify(found).slice(0, 300));
    return true;
  }

  private async change(): Promise<boolean> {
    const next = freshPassword();
    const body = { currentPassword: this.account.password, newPassword: next };
    const before = this.foundDone;
    if (!(await this.once('PUT', '/api/auth/update-password', next, { token: this.account.token, body }))) return false;
    this.account.password = next;
    const found = await this.list();
    // The change ends all other sessions. After a lost answer, the check whether it took effect logs in, which opens further sessions.
    if (found && found.length !== 1 && this.foundDone === before)
      this.client.wrong('the sessions after a change of the password', JSON.stringify(found).slice(0, 300));
    return true;
  }

  private async reset(): Promise<boolean> {
    const next = freshPassword();
    if (!(await this.ask())) return false;
    let refused = 0;
    for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs;) {
      const link = await this.newestLink(endMs);
      if (link === undefined) break;
      const options = { body: { token: link, password: next } };
      this.oldLinks.add(link);
      const done = await this.once('POST', '/api/auth/reset-password', next, options, this.otherLinksMayExist);
      if (done === undefined) return false;
      // A later mail replaced this link. The next round reads the newest one.
      if (done === false) {
        refused++;
        continue;
      }
      this.account.password = next;
      if (!(await this.login())) return false;
      const again = await this.client.untilAnswered('POST', '/api/auth/reset-password', options);
      if (again && again.answer.status !== 400) this.client.wrong('the same link once more', again.answer);
      return true;
    }
    this.client.wrong('the reset', `${refused} links were refused, and no other was mailed in time`);
    return false;
  }

  /** Requests a link. False when something was wrong. */
  private async ask(): Promise<boolean> {
    const path = '/api/auth/forgot-password';
    const found = await this.client.untilAnswered('POST', path, { body: { email: this.account.email } });
    if (!found) return false;
    this.asks += found.times;
    if (found.answer.status === 200) return true;
    this.client.wrong(path, found.answer);
    return false;
  }

  private async preferences(): Promise<boolean> {
    const wanted = { tips: true, usage_alerts: true, plan_reminders: true, referral_news: !this.wantsNews };
    const { token } = this.account;
    if (!(await this.client.until200('PUT', '/api/user/notifications', { token, body: wanted }))) return false;
    this.wantsNews = wanted.referral_news;
    const answer = await this.client.until200('GET', '/api/user/notifications', { token });
    if (answer && answer.body.preferences.referral_news !== this.wantsNews)
      this.client.wrong('the preferences', answer);
    return answer !== undefined;
  }

  private async export(): Promise<boolean> {
    const answer = await this.client.until200('GET', '/api/user/export', { token: this.account.token });
    if (!answer) return false;
    const { account, notifications } = answer.body;
    if (account.profile.email !== this.account.email || notifications.referral_news !== this.wantsNews)
      this.client.wrong('the export', answer);
    return true;
  }

  /**
   * Makes a change that must take effect once. Repeats it until it is answered, or until a refusal after a lost answer, when a login with the new
   * password shows that it took effect. Undefined when something was wrong; false for a refusal that `mayBeRefused` explains.
   */
  private async once(
    method: string,
    path: string,
    next: string,
    options: CallOptions,
    mayBeRefused = false,
  ): Promise<boolean | undefined> {
    const found = await this.client.untilAnswered(method, path, options);
    if (!found) return undefined;
    const { answer, times } = found;
    if (answer.status === 200) return true;
    if (answer.status === 400 && times > 1 && (await this.replaced(next))) {
      this.foundDone++;
      return true;
    }
    if (answer.status === 400 && mayBeRefused) return false;
    this.client.wrong(path, answer);
    return undefined;
  }

  /** Whether the new password is valid, and the old one is not. */
  private async replaced(next: string): Promise<boolean> {
    const { email, password } = this.account;
    const byNext = await this.client.untilAnswered('POST', '/api/auth/login', { body: { email, password: next } });
    if (byNext?.answer.status !== 200) return false;
    this.account.token = byNext.answer.body.token as string;
    const byOld = await this.client.untilAnswered('POST', '/api/auth/login', { body: { email, password } });
    if (byOld && byOld.answer.status !== 401) this.client.wrong('the login by the old password', byOld.answer);
    return true;
  }

  private async list(): Promise<{ id: string; current: boolean }[] | undefined> {
    return (await this.client.until200('GET', '/api/auth/sessions', { token: this.account.token }))?.body.sessions;
  }

  private async newestLink(endMs: number): Promise<string | undefined> {
    for (; performance.now() < endMs; await pause(500)) {
      const links = (await this.precis.mailbox(this.account.email)).flatMap(({ links }) => links);
      const tokens = links.flatMap((link) => /\/reset-password\?token=([^&]+)/.exec(link)?.[1] ?? []);
      const token = tokens.find((one) => !this.oldLinks.has(one));
      if (token !== undefined) return token;
    }
    return undefined;
  }

  private credentials() {
    return { email: this.account.email, password: this.account.password };
  }
}

const freshPassword = () => `pw-canary-${randomBytes(8).toString('hex')}`;
