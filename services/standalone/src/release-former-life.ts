import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import type { InternalAddresses } from './internal-addresses.js';

/** Releases the reservations of a killed process. The only gateway is not running yet, so all reservations belong to it. */
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
