import { day, dollars } from '../../lib/figures';
import type { SubscriptionControllerMyPlanApiResponse } from '../../lib/generated-api';
import { profile } from '../../texts/profile';

type Subscription = Pick<SubscriptionControllerMyPlanApiResponse['subscription'], 'plan' | 'isActive' | 'endDate'>;

/** What of a running term and a wallet is lost with the account (ACC-33), a sentence each. Null is unknown, which is never shown as nothing. */
export function forfeitedBy(subscription: Subscription | null, walletDollars: number | null): string[] {
  return [termOf(subscription), walletOf(walletDollars)];
}

function termOf(subscription: Subscription | null): string {
  if (!subscription) return profile.data.planUnknown;
  const { plan, isActive, endDate } = subscription;
  if (plan === 'free' || !isActive || endDate === null) return profile.data.noPlan;
  return profile.data.plan(plan.charAt(0).toUpperCase() + plan.slice(1), day(endDate));
}

function walletOf(walletDollars: number | null): string {
  if (walletDollars === null) return profile.data.walletUnknown;
  return walletDollars > 0 ? profile.data.wallet(dollars(walletDollars)) : profile.data.noWallet;
}
