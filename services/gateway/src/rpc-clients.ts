import type { Provider } from '@nestjs/common';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import type { GatewayConfig } from './config.js';

export type AuthRpc = Rpc<typeof AuthServiceService>;
export type BillingRpc = Rpc<typeof BillingServiceService>;
export type SummarisationRpc = Rpc<typeof SummarisationServiceService>;
export type UsageRpc = Rpc<typeof UsageServiceService>;

export const AUTH = Symbol('auth');
export const BILLING = Symbol('billing');
export const SUMMARISATION = Symbol('summarisation');
export const USAGE = Symbol('usage');
export const RPC_CLIENTS = [AUTH, BILLING, SUMMARISATION, USAGE];

/** One connection per service, shared by the whole gateway. */
export function rpcProviders(config: GatewayConfig): Provider[] {
  const target = (address: string) => ({ address, caller: 'gateway', secret: config.CALLER_SECRET });
  return [
    { provide: AUTH, useFactory: () => connectRpc(AuthServiceService, target(config.AUTH_ADDRESS)) },
    { provide: BILLING, useFactory: () => connectRpc(BillingServiceService, target(config.BILLING_ADDRESS)) },
    {
      provide: SUMMARISATION,
      useFactory: () => connectRpc(SummarisationServiceService, target(config.SUMMARISATION_ADDRESS)),
    },
    { provide: USAGE, useFactory: () => connectRpc(UsageServiceService, target(config.USAGE_ADDRESS)) },
  ];
}
