import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import type { InternalAddresses } from './internal-addresses.js';

/** Gives back what a killed life had reserved. The only gateway is not running yet, so every reservation is of the dead. */
export async function releaseFormerLife({ of, secrets }: InternalAddresses): Promise<void> {
  const usage = connectRpc(UsageServiceService, {
    address: of('usage'),
    caller: 'standalone',
    secret: secrets.standalone,
  });
  try {
    await usage.releaseAllReservations({}, { deadlineMs: 15_000, idempotent: true });
  } finally {
    usage.close();
  }
}
