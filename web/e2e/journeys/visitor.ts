import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { type WatchedPage, watchedPage } from '../watched-page.ts';

/** Long enough for a step on a busy machine; a step that works takes a fraction of it. */
export const STEP_LIMIT_MS = 30_000;

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** A new person. Its values contain words that the secrets sweep at the end of the run looks for. */
export function freshPerson(name: string): Person {
  return {
    name: `${name} Canary`,
    // Short, because the secrets sweep takes 43 characters or more for a token.
    email: `${name.toLowerCase()}-${randomUUID().slice(0, 18)}@customer.example`,
    password: `pw-canary of ${name} ${randomUUID()}`,
  };
}

/** The console's message for a failed answer that a test causes. */
export const failedLoad = (status: string): string =>
  `Failed to load resource: the server responded with a status of ${status}`;

/** A person with a separate browser, who reads the page and presses its buttons. */
export class Visitor {
  private constructor(
    readonly origin: string,
    private readonly watched: WatchedPage,
  ) {}

  static async arrive(browser: Browser, origin: string): Promise<Visitor> {
    const watched = await watchedPage(browser, origin);
    watched.page.setDefaultTimeout(STEP_LIMIT_MS);
    watched.page.setDefaultNavigationTimeout(STEP_LIMIT_MS);
    return new Visitor(origin, watched);
  }

  get page(): Page {
    return this.watched.page;
  }

  /** All complaints so far: console errors, violations of the content policy and requests to other hosts. */
  get complaints(): string[] {
    return this.watched.complaints;
  }

  async leave(): Promise<void> {
    await this.watched.context.close();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** Waits until the address has this path, with any query. */
  async arrivedAt(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.origin === this.origin && url.pathname === path);
  }

  /** Waits until the page shows this text. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until a toast has shown this text since the page was loaded. */
  async told(text: string): Promise<void> {
    // A page that is being left cannot be asked.
    const toasts = () => this.watched.toasts().catch(() => []);
    const isSaid = async () => (await toasts()).some((toast) => toast.includes(text));
    await eventually(`the toast "${text}"`, isSaid, STEP_LIMIT_MS);
  }

  async press(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name, exact: typeof name === 'string' }).click();
  }

  /** Chooses one of several options; its label may be longer than its name. */
  async choose(option: string): Promise<void> {
    await this.page.getByRole('radio', { name: new RegExp(`^${option}`) }).check();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Fills in the open form of /register, and waits for /login. */
  async register({ name, email, password }: Person): Promise<void> {
    await this.fill('Name', name);
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.fill('Repeat the password', password);
    await this.press('button', 'Sign Up');
    await this.arrivedAt('/login');
  }

  /** Goes from a page that has sent a mail to the sandbox's mailbox, and follows the link of that mail to `path`. */
  async followMail({ email }: Person, path: string): Promise<void> {
    await this.press('link', 'Open the sandbox mailbox');
    await this.arrivedAt('/sandbox/mailbox');
    await this.mailWith(email, path);
    await this.page.locator(linkTo(path)).first().click();
    await this.arrivedAt(path);
  }

  /** Reloads the mailbox until a mail to this address has a link to `path`; returns the link of the newest. */
  async mailWith(email: string, path: string): Promise<string> {
    const end = Date.now() + STEP_LIMIT_MS;
    for (;;) {
      await this.open(`/sandbox/mailbox?to=${encodeURIComponent(email)}`);
      const link = this.page.locator(linkTo(path)).first();
      if ((await link.count()) > 0) return (await link.getAttribute('href'))!;
      if (Date.now() > end) throw new Error(`no mail to ${email} leads to ${path}`);
    }
  }

  /** Registers, follows the link of the mail, and ends at the dashboard. */
  async signUp(person: Person, path = '/register'): Promise<void> {
    await this.open(path);
    await this.register(person);
    await this.followMail(person, '/verify-email');
    await this.told('Email verified successfully!');
    await this.arrivedAt('/dashboard');
  }

  /** Fills in the open form of /login. */
  async logIn({ email, password }: Person): Promise<void> {
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.press('button', 'Login');
  }

  /**
   * Chooses plan and period at the open /pricing, and goes to the card checkout. The checkout is at another host, like Stripe's. Returns the
   * complaint that each request to that host causes.
   */
  async orderByCard(plan: string, period: string, due: string): Promise<string> {
    await this.choose(period);
    await this.press('button', `Choose ${plan}`);
    await this.choose('Credit card');
    await this.press('button', `Pay ${due}`);
    await this.page.getByText('TEST MODE').waitFor();
    return `foreign host: ${new URL(this.page.url()).origin}`;
  }

  /** Pays at the open checkout, and waits for the page that confirms it. */
  async payByCard(due: string): Promise<void> {
    await this.press('button', `Pay ${due}`);
    await this.arrivedAt('/payment/success');
    await this.page.getByRole('heading', { name: 'Payment received' }).waitFor();
  }

  /** Asks the open playground for a summary of the sample whose name begins with this. */
  async summarise(sample: string | RegExp): Promise<void> {
    await this.page.getByRole('list', { name: 'Try' }).getByRole('button', { name: sample }).click();
    await this.press('button', 'Show Summary');
  }
}

const linkTo = (path: string) => `article a[href*="${path}"]`;
