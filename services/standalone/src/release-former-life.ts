import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import type { InternalAddresses } from './internal-addresses.js';

/** Releases the reservations of a former process. This process' gateway is not running yet, so none of the reservations is its own. */
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
