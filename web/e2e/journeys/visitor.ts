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

/** A person who is new to the deployment, named with words that the sweep at the end of the run knows. */
export function freshPerson(name: string): Person {
  return {
    name: `${name} Canary`,
    // Short: the sweep takes 43 characters and more for a token.
    email: `${name.toLowerCase()}-${randomUUID().slice(0, 18)}@customer.example`,
    password: `pw-canary of ${name} ${randomUUID()}`,
  };
}

/** What the console says of an answer of the server that a test brings about. */
export const failedLoad = (status: string): string =>
  `Failed to load resource: the server responded with a status of ${status}`;

/** A person at a browser of their own, who reads and presses what is on the page. */
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

  /** Complaints of the console, broken content policies and requests to other hosts, so far. */
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

  /** Waits until the page says this. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until a toast has said this since the page was loaded. */
  async told(text: string): Promise<void> {
    // A page that is just being left has nothing to ask.
    const toasts = () => this.watched.toasts().catch(() => []);
    const isSaid = async () => (await toasts()).some((toast) => toast.includes(text));
    await eventually(`the toast "${text}"`, isSaid, STEP_LIMIT_MS);
  }

  async press(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name, exact: typeof name === 'string' }).click();
  }

  /** One of several options; its label may say more than its name. */
  async choose(option: string): Promise<void> {
    await this.page.getByRole('radio', { name: new RegExp(`^${option}`) }).check();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Fills in the form of /register, which is open, and is led to /login. */
  async register({ name, email, password }: Person): Promise<void> {
    await this.fill('Name', name);
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.fill('Repeat the password', password);
    await this.press('button', 'Sign Up');
    await this.arrivedAt('/login');
  }

  /** Goes from the page, which has sent a mail, to the sandbox's mailbox, and follows the link of that mail to `path`. */
  async followMail({ email }: Person, path: string): Promise<void> {
    await this.press('link', 'Open the sandbox mailbox');
    await this.arrivedAt('/sandbox/mailbox');
    await this.mailWith(email, path);
    await this.page.locator(linkTo(path)).first().click();
    await this.arrivedAt(path);
  }

  /** Looks into the mailbox again until a mail to this address has a link to `path`; answers the link of the newest. */
  async mailWith(email: string, path: string): Promise<string> {
    const end = Date.now() + STEP_LIMIT_MS;
    for (;;) {
      await this.open(`/sandbox/mailbox?to=${encodeURIComponent(email)}`);
      const link = this.page.locator(linkTo(path)).first();
      if ((await link.count()) > 0) return (await link.getAttribute('href'))!;
      if (Date.now() > end) throw new Error(`no mail to ${email} leads to ${path}`);
    }
  }

  /** From the registration to the dashboard, by the link of the mail. */
  async signUp(person: Person, path = '/register'): Promise<void> {
    await this.open(path);
    await this.register(person);
    await this.followMail(person, '/verify-email');
    await this.told('Email verified successfully!');
    await this.arrivedAt('/dashboard');
  }

  /** Fills in the form of /login, which is open. */
  async logIn({ email, password }: Person): Promise<void> {
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.press('button', 'Login');
  }

  /**
   * Chooses plan and period at /pricing, which is open, and goes to the checkout of the card. It is at another host, as Stripe's is: answers
   * how each request to it stands among the complaints.
   */
  async orderByCard(plan: string, period: string, due: string): Promise<string> {
    await this.choose(period);
    await this.press('button', `Choose ${plan}`);
    await this.choose('Credit card');
    await this.press('button', `Pay ${due}`);
    await this.page.getByText('TEST MODE').waitFor();
    return `foreign host: ${new URL(this.page.url()).origin}`;
  }

  /** Pays at the checkout, which is open, and waits for the page that confirms it. */
  async payByCard(due: string): Promise<void> {
    await this.press('button', `Pay ${due}`);
    await this.arrivedAt('/payment/success');
    await this.page.getByRole('heading', { name: 'Payment received' }).waitFor();
  }

  /** Asks the playground, which is open, for a summary of the sample whose name begins so. */
  async summarise(sample: string | RegExp): Promise<void> {
    await this.page.getByRole('list', { name: 'Try' }).getByRole('button', { name: sample }).click();
    await this.press('button', 'Show Summary');
  }
}

const linkTo = (path: string) => `article a[href*="${path}"]`;
