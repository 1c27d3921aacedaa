import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { ReferralsServiceService } from '@precis/proto/referrals/v1/referrals';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import { rpcAddress } from '@precis/runtime/settings';

export type AuthRpc = Rpc<typeof AuthServiceService>;
export type BillingRpc = Rpc<typeof BillingServiceService>;
export type NotificationsRpc = Rpc<typeof NotificationsServiceService>;
export type ReferralsRpc = Rpc<typeof ReferralsServiceService>;
export type SummarisationRpc = Rpc<typeof SummarisationServiceService>;
export type UsageRpc = Rpc<typeof UsageServiceService>;

export const AUTH = Symbol('auth');
export const BILLING = Symbol('billing');
export const NOTIFICATIONS = Symbol('notifications');
export const REFERRALS = Symbol('referrals');
export const SUMMARISATION = Symbol('summarisation');
export const USAGE = Symbol('usage');
/** The client of summarisation for long messages. It has connections of its own, so that no short call waits behind 5 MB. */
export const SUMMARISATION_LONG = Symbol('summarisation, long messages');

/** Every service that the gateway calls, by the setting of its gRPC target. */
const TARGETS = {
  AUTH_ADDRESS: [AUTH, AuthServiceService],
  BILLING_ADDRESS: [BILLING, BillingServiceService],
  REFERRALS_ADDRESS: [REFERRALS, ReferralsServiceService],
  USAGE_ADDRESS: [USAGE, UsageServiceService],
  SUMMARISATION_ADDRESS: [SUMMARISATION, SummarisationServiceService],
  NOTIFICATIONS_ADDRESS: [NOTIFICATIONS, NotificationsServiceService],
} as const;

type Address = keyof typeof TARGETS;
const ADDRESSES = Object.keys(TARGETS) as Address[];

export const RPC_CLIENTS = [...Object.values(TARGETS).map(([token]) => token), SUMMARISATION_LONG];

/** The settings that say where those services are. */
export const targetSettings = Object.fromEntries(ADDRESSES.map((name) => [name, rpcAddress])) as Record<
  Address,
  typeof rpcAddress
>;

/** Those settings with one target for all, for whoever calls no service, or only some. */
export const targetsAt = (address: string) =>
  Object.fromEntries(ADDRESSES.map((name) => [name, address])) as Record<Address, string>;

/** One connection per service, shared by the whole gateway, under the symbol that injects it; one more for long messages. */
export function rpcClients(config: Record<Address | 'CALLER_SECRET', string>): [symbol, object][] {
  const asGateway = (name: Address) => ({ address: config[name], caller: 'gateway', secret: config.CALLER_SECRET });
  const all = ADDRESSES.map((name): [symbol, object] => {
    const [token, service] = TARGETS[name];
    return [token, connectRpc(service, asGateway(name))];
  });
  const long = connectRpc(SummarisationServiceService, { ...asGateway('SUMMARISATION_ADDRESS'), isApart: true });
  return [...all, [SUMMARISATION_LONG, long]];
}
