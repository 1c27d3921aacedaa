import type { Deployment } from '../deployment/deployment.js';
import { cardJourneys } from './card-payments.suite.js';
import { cryptoJourneys } from './crypto-payments.suite.js';
import { openCheckoutJourneys } from './open-checkouts.suite.js';
import { Payers } from './payers.js';
import { type DaysLater, refundJourneys } from './refunds.suite.js';
import { walletJourneys } from './wallets.suite.js';

/** Payments and their results, over HTTP, at the pages of the sandbox's payment providers, and by the operator's program. */
export function moneyScenario(using: () => Deployment, daysLater: DaysLater): void {
  describe('money', () => {
    const payers = new Payers(using);
    cardJourneys(using, payers);
    cryptoJourneys(using, payers);
    walletJourneys(using, payers);
    openCheckoutJourneys(using, payers, daysLater);
    refundJourneys(using, payers, daysLater);
  });
}
