import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import type { InternalAddresses } from './internal-addresses.js';

/** Releases the reservations of a former process. The gateway of this process does not run yet, so no reservation belongs to this process. */
export async function releaseFormerReservations({ of, secrets }: InternalAddresses): Promise<void> {
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
