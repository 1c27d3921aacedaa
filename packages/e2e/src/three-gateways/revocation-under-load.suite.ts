import { eventually } from '@precis/testing/eventually';
import { type Account, generateApiKey, register } from '../deployment/accounts.js';
import type { Distributed } from '../deployment/distributed.js';
import { KeyLoad, type Seen } from './key-load.js';

const ROUNDS = process.env.FULL ? 20 : 5;
const ROUNDS_WITHOUT = process.env.FULL ? 10 : 2;
/** Revoked keys are refused everywhere within 1 s of the answer (KEY-4). */
const LIMIT_MS = 1_000;
/** How long the load continues after the answer. */
const WATCHED_MS = 2_000;
const WARM = 20;

/** By gateway, the start of the last accepted request, in milliseconds after the answer to the revocation. */
type LastAccepted = Map<string, number>;

export function revocationUnderLoadScenario(using: () => Distributed): void {
  describe('a key that is revoked under load on three gateways', () => {
    let ann: Account;
    beforeAll(async () => {
      ann = await register(using());
    }, 60_000);

    it(
      `is refused at each within 1 s, ${ROUNDS} times`,
      () => revokeAgainAndAgain(ROUNDS, 'with everything there'),
      240_000,
    );

    it(`is so while Redis is away, ${ROUNDS_WITHOUT} times`, async () => {
      await using().redis.kill();
      await revokeAgainAndAgain(ROUNDS_WITHOUT, 'without Redis').finally(() => using().redis.restart());
    }, 240_000);

    it(`is so while Kafka is away, ${ROUNDS_WITHOUT} times`, async () => {
      await using().kafka.kill(0);
      await revokeAgainAndAgain(ROUNDS_WITHOUT, 'without Kafka').finally(() => using().kafka.restart(0));
    }, 240_000);

    async function revokeAgainAndAgain(rounds: number, circumstances: string): Promise<void> {
      const found: number[] = [];
      let requests = 0;
      for (let round = 0; round < rounds; round++) {
        const { last, count } = await revokeUnderLoad();
        found.push(...last.values());
        requests += count;
        for (const afterMs of last.values()) expect(afterMs).toBeLessThanOrEqual(LIMIT_MS);
      }
      const shown = found.map((afterMs) => Math.round(afterMs)).sort((one, other) => one - other);
      console.info(
        `${rounds} revocations ${circumstances} during ${requests} requests; the last 200 of each gateway began after ${shown.join(', ')} ms`,
      );
    }

    async function revokeUnderLoad(): Promise<{ last: LastAccepted; count: number }> {
      const { gatewayUrls, call } = using();
      const load = new KeyLoad(gatewayUrls, await generateApiKey(using(), ann));
      let answeredMs = Infinity;
      try {
        const accepted = (url: string) => load.seen.filter((one) => one.url === url && one.status === 200).length;
        await eventually('every gateway knows the key', () => gatewayUrls.every((url) => accepted(url) >= WARM));
        const revoked = await call('PUT', '/api/api-key/revoke', { token: ann.token });
        answeredMs = performance.now();
        expect({ status: revoked.status, text: revoked.text }).toMatchObject({ status: 200 });
        await eventually('the load went on', () => performance.now() - answeredMs > WATCHED_MS);
      } finally {
        await load.stop();
      }
      return {
        last: new Map(
          gatewayUrls.map((url) => [
            url,
            lastAccepted(
              load.seen.filter((one) => one.url === url),
              answeredMs,
            ),
          ]),
        ),
        count: load.seen.length,
      };
    }
  });
}

/** Also asserts that the load continued until the end, and that there were only 401 after the last 200. */
function lastAccepted(seen: Seen[], answeredMs: number): number {
  const ordered = seen.toSorted((one, other) => one.begunMs - other.begunMs);
  const last = ordered.findLastIndex(({ status }) => status === 200);
  const after = ordered.slice(last + 1);
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 401]));
  expect(after.at(-1)!.begunMs - answeredMs).toBeGreaterThan(LIMIT_MS);
  return ordered[last].begunMs - answeredMs;
}
