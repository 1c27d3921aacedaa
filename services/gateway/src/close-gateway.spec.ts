import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HolderLease } from './admission/holder-lease.js';
import { PendingReleases } from './admission/pending-releases.js';
import { RevocationPoll } from './admission/revocation-poll.js';
import { closeGateway } from './close-gateway.js';
import { RequestRecords } from './requests/request-records.js';
import { Throttle } from './throttle/throttle.js';

/** Notes what happens to an app whose calls end as `ending` does. Its reports note the time that they are given. */
function appThatEnds(ending: Promise<void>) {
  const steps: string[] = [];
  const step = (name: string) => () => void steps.push(name);
  const reports: number[] = [];
  const report = async (limitMs: number) => void reports.push(limitMs);
  const parts = new Map<unknown, object>([
    [RevocationPoll, { stop: step('poll') }],
    [PendingReleases, { drain: report }],
    [RequestRecords, { close: report }],
    [HolderLease, { stop: step('lease') }],
    [Throttle, { stop: step('throttle') }],
  ]);
  const app = {
    getHttpServer: () => ({ closeAllConnections: step('cut') }),
    close: () => ending,
    get: (part: unknown) => parts.get(part) ?? { close: step('client') },
  } as unknown as NestFastifyApplication;
  return { app, steps, reports };
}

describe('a gateway that closes', () => {
  it('gives its reports to usage no more time than is left, also when a call never ends', async () => {
    const { app, steps, reports } = appThatEnds(new Promise(() => undefined));
    await expect(closeGateway(app, 5, 4_000)).rejects.toThrow('did not end in time');
    expect(steps.slice(0, 4)).toEqual(['cut', 'poll', 'lease', 'throttle']);
    expect(steps.at(-1)).toBe('client');
    expect(reports).toHaveLength(2);
    for (const limitMs of reports) expect(limitMs).toBeLessThan(4_000);
  });

  it('gives them none when the calls took all of it, and a bounded time after calls that ended at once', async () => {
    const late = appThatEnds(Promise.resolve());
    await closeGateway(late.app, 5, 0);
    expect(late.reports).toEqual([0, 0]);
    const soon = appThatEnds(Promise.resolve());
    await closeGateway(soon.app);
    expect(soon.reports).toEqual([6_000, 6_000]);
    expect(soon.steps).not.toContain('cut');
  });
});
