import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { GoogleProvider } from './google-provider.provider.js';
import { runStrategy } from './google-strategy.js';
import { googleRefused } from './google.errors.js';
import { OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { TransactionSecret } from './transaction-secret.js';

/** Starts a Google sign-in: returns the address for the browser, and the secret for its cookie (ACC-27). */
@Injectable()
export class BeginGoogle {
  constructor(
    private readonly provider: GoogleProvider,
    private readonly transactions: OauthTransactionsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws google_not_configured, google_unavailable. */
  async execute(): Promise<{ url: string; transaction: string }> {
    const { client } = this.provider;
    const provider = await this.provider.get();
    const secret = TransactionSecret.fresh();
    const parts = { provider, client, secret, spend: nothing, prove: nothing };
    const outcome = await runStrategy(parts, {});
    if (!('redirect' in outcome)) throw googleRefused();
    await this.transactions.begin(secret.hash, this.clock.now());
    return { url: outcome.redirect, transaction: secret.text };
  }
}

/** Beginning a sign-in exchanges no code. */
async function nothing(): Promise<never> {
  throw googleRefused();
}
