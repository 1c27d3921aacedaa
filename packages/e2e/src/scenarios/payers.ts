import { eventually } from '@precis/testing/eventually';
import { type Account, register } from '../deployment/accounts.js';
import type { Answer, Json } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';

const SEEN_LIMIT_MS = 20_000;

/** The actions of paying users and their results, over HTTP alone. */
export class Payers {
  constructor(private readonly using: () => Deployment) {}

  as({ token }: { token: string }, method: string, path: string, body?: object): Promise<Answer> {
    return this.using().call(method, path, { token, body });
  }

  /** A new account that registered with the referrer's code. */
  async referredBy(referrer: Account): Promise<Account> {
    const { referral_code: code } = (await this.as(referrer, 'GET', '/api/referral/link')).body;
    return register(this.using(), code as string);
  }

  async planOf(account: { token: string }): Promise<Json> {
    return (await this.as(account, 'GET', '/api/subscription/my-plan')).body.subscription;
  }

  /** Newest first. */
  async historyOf(account: { token: string }): Promise<Json[]> {
    return (await this.as(account, 'GET', '/api/payment/history')).body.history;
  }

  async statementOf(account: { token: string }): Promise<Json> {
    return (await this.as(account, 'GET', '/api/wallet/statement')).body;
  }

  async commissionsOf(account: { token: string }): Promise<Json[]> {
    return (await this.as(account, 'GET', '/api/referral/history')).body.history;
  }

  async untilActive(account: { token: string }, plan: string): Promise<Json> {
    return eventually(
      `the plan ${plan} is active`,
      async () => {
        const found = await this.planOf(account);
        return found.plan === plan && found.isActive && found;
      },
      SEEN_LIMIT_MS,
    );
  }

  /** Waits until the newest payment, or that with the id, has this status. */
  async untilPayment(account: { token: string }, status: string, id?: string): Promise<Json> {
    return eventually(
      `the payment is ${status}`,
      async () => {
        const found = (await this.historyOf(account)).find((payment) => id === undefined || payment.id === id);
        return found?.status === status && found;
      },
      SEEN_LIMIT_MS,
    );
  }

  /** Waits until the wallet holds this many dollars; returns the statement. */
  async untilWallet(account: { token: string }, dollars: number): Promise<Json> {
    return eventually(
      `$${dollars} in the wallet`,
      async () => {
        const statement = await this.statementOf(account);
        return statement.wallet_balance === dollars && statement;
      },
      SEEN_LIMIT_MS,
    );
  }

  /** Waits until the newest commission has this status. */
  async untilCommission(account: { token: string }, status: string): Promise<Json> {
    return eventually(
      `the commission is ${status}`,
      async () => {
        const [newest] = await this.commissionsOf(account);
        return newest?.status === status && newest;
      },
      SEEN_LIMIT_MS,
    );
  }
}
