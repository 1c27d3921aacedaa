import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CLOSE_LIMIT_MS, OPEN_CALLS_LIMIT_MS } from '@precis/runtime/drain-limits';
import { within } from '@precis/runtime/pause';
import { HolderLease } from './admission/holder-lease.js';
import { PendingReleases } from './admission/pending-releases.js';
import { RevocationPoll } from './admission/revocation-poll.js';
import { RequestRecords } from './requests/request-records.js';
import { RPC_CLIENTS } from './rpc-clients.js';
import { Throttle } from './throttle/throttle.js';

/** How long calls whose connections were cut may take to end. Those that wait for an unavailable usage take longer. */
const SETTLE_LIMIT_MS = 500;
/** The longest that the reports to usage may take. After a slow drain less is left of CLOSE_LIMIT_MS. */
const REPORTS_LIMIT_MS = 6_000;

/**
 * Drains open calls before it stops the background work, because an open call still needs the polls, the lease and the services. Rejects when calls
 * did not end in time; everything is closed then too.
 */
export async function closeGateway(
  app: NestFastifyApplication,
  openCallsMs = OPEN_CALLS_LIMIT_MS,
  closeLimitMs = CLOSE_LIMIT_MS,
): Promise<void> {
  const endsAt = performance.now() + closeLimitMs;
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), openCallsMs);
  try {
    await within(openCallsMs + SETTLE_LIMIT_MS, app.close(), () => new Error('open calls did not end in time'));
  } finally {
    clearTimeout(cut);
    app.get(RevocationPoll).stop();
    const reportsMs = Math.min(REPORTS_LIMIT_MS, Math.max(0, endsAt - performance.now()));
    await Promise.all([app.get(PendingReleases).drain(reportsMs), app.get(RequestRecords).close(reportsMs)]);
    app.get(HolderLease).stop();
    app.get(Throttle).stop();
    // Fails the operations that usage has not answered: PendingReleases logs what they may have left reserved.
    for (const client of RPC_CLIENTS) app.get<{ close(): void }>(client as never).close();
  }
}
