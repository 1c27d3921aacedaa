import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { ReferralsServiceService } from '@precis/proto/referrals/v1/referrals';
import {
  ResolveRequest,
  ResolveResponse,
  SummarisationServiceService,
} from '@precis/proto/summarisation/v1/summarisation';
import { Operation, Outcome, UsageServiceService } from '@precis/proto/usage/v1/usage';
import { BatchClient } from '@precis/runtime/batches/batch-client';
import { encoderOf } from '@precis/runtime/batches/encoder';
import { connectRpc, type GrpcTarget, type Rpc } from '@precis/runtime/grpc-client';
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
/** The client of summarisation for long messages. It has separate connections, so that no short call waits for 5 MB. */
export const SUMMARISATION_LONG = Symbol('summarisation, long messages');

/** Sends metered operations to usage in batches. After a rejection other than `busy` it is unknown whether the operation was done. */
export type UsageOperations = BatchClient<Operation, Outcome>;
export const OPERATIONS = Symbol('metered operations');
/** Look-ups of stored results by URL, sent to summarisation in batches. */
export const RESOLVES = Symbol('resolves');

/** Every service that the gateway calls, with the setting of its gRPC target. */
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

export const RPC_CLIENTS = [
  ...Object.values(TARGETS).map(([token]) => token),
  SUMMARISATION_LONG,
  OPERATIONS,
  RESOLVES,
];

/** The settings with the addresses of those services. */
export const targetSettings = Object.fromEntries(ADDRESSES.map((name) => [name, rpcAddress])) as Record<
  Address,
  typeof rpcAddress
>;

/** Sets all targets to one address, for a process that calls none or only some of the services. */
export const targetsAt = (address: string) =>
  Object.fromEntries(ADDRESSES.map((name) => [name, address])) as Record<Address, string>;

/** Opens one connection per service, shared by the whole gateway, under the symbol that injects it; one more for long messages. */
export function rpcClients(config: Record<Address | 'CALLER_SECRET', string>): [symbol, object][] {
  const asGateway = (name: Address) => ({ address: config[name], caller: 'gateway', secret: config.CALLER_SECRET });
  const all = ADDRESSES.map((name): [symbol, object] => {
    const [token, service] = TARGETS[name];
    return [token, connectRpc(service, asGateway(name))];
  });
  const long = connectRpc(SummarisationServiceService, { ...asGateway('SUMMARISATION_ADDRESS'), isApart: true });
  const rpcOf = (token: symbol) => all.find(([one]) => one === token)![1];
  return [
    ...all,
    [SUMMARISATION_LONG, long],
    [OPERATIONS, operationsClient(asGateway('USAGE_ADDRESS'), rpcOf(USAGE) as UsageRpc)],
    [RESOLVES, resolvesClient(asGateway('SUMMARISATION_ADDRESS'), rpcOf(SUMMARISATION) as SummarisationRpc)],
  ];
}

/** As for batches: a second attempt after 3 s, and 9 s in all. */
const UNARY = { deadlineMs: 3_000, limitMs: 9_000, idempotent: true };

/** Every operation carries its call id, so one whose answer was lost can be repeated without a second effect. */
export function operationsClient(target: GrpcTarget, usage: UsageRpc): UsageOperations {
  return new BatchClient(target, {
    path: UsageServiceService.apply.path,
    encode: encoderOf(Operation),
    decode: (outcome) => Outcome.decode(outcome),
    unary: async (operations) => {
      const { outcomes } = await usage.apply({ operations }, UNARY);
      return outcomes.map((value) => ({ status: 'fulfilled', value }));
    },
  });
}

/** Looks up stored results. The only effect is the day of the last delivery. */
export function resolvesClient(
  target: GrpcTarget,
  summarisation: SummarisationRpc,
): BatchClient<ResolveRequest, ResolveResponse> {
  return new BatchClient(target, {
    path: SummarisationServiceService.resolve.path,
    encode: encoderOf(ResolveRequest),
    decode: (response) => ResolveResponse.decode(response),
    unary: (requests) => Promise.allSettled(requests.map((request) => summarisation.resolve(request, UNARY))),
  });
}
