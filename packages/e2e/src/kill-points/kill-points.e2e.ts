import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../deployment/accounts.js';
import { countsFor, countsOf, waiting } from './exact-books.js';
import type { MortalDeployment } from './mortal-deployment.js';
import { MortalProcesses } from './mortal-processes.js';
import { MortalStandalone } from './mortal-standalone.js';
import { PaymentJourneys } from './payment-journeys.js';
import { type Point, POINTS } from './points.js';

const FULL = Boolean(process.env.FULL);
const points = FULL ? POINTS : POINTS.filter(({ inSmall }) => inSmall);
const LIMIT_MS = 180_000;
/** Time for the third attempt at an event, and for Kafka to reassign the partitions of a dead process. */
const SETTLED_MS = 60_000;
const LOOK_EVERY_MS = 200;

let mortal: MortalDeployment;
let journeys: PaymentJourneys;

beforeAll(async () => {
  mortal = await (FULL ? MortalProcesses.start() : MortalStandalone.start());
  journeys = new PaymentJourneys(mortal.precis);
}, 240_000);
afterAll(() => mortal?.close(), 90_000);

const idOf = async ({ token }: Account): Promise<string> =>
  (await mortal.precis.call('GET', '/api/auth/me', { token })).body.user.id;

/** Waits for the condition without failing; the caller judges the final state. */
async function settled(isSettled: () => Promise<boolean>): Promise<void> {
  const look = async () => (await isSettled()) || void (await pause(LOOK_EVERY_MS));
  await eventually('it settles', look, SETTLED_MS).catch(() => undefined);
}

describe('kill -9 on the way of money from a payment to its term, its commission and the wallet', () => {
  it.each(points.map((point): [string, Point] => [labelOf(point), point]))(
    '%s: everything happens exactly once, and nothing waits for ever',
    async (label, point) => {
      const beganMs = performance.now();
      const journey = await journeys.prepare(point.journey);
      const pair = { payer: await idOf(journey.payer), earner: await idOf(journey.earner) };
      await mortal.arm(point);
      const going = journey.go();
      const failure = new Promise<never>((_, reject) => going.catch(reject));
      const armedMs = performance.now();
      const { hit, signal, pid } = await Promise.race([mortal.dieAndRevive(point), failure]);
      const aliveMs = performance.now();
      expect([hit.name, hit.pid, signal]).toEqual([point.name, pid, 'SIGKILL']);
      await going;

      const { ending } = journey;
      await settled(async () => isDeepStrictEqual(await journeys.seen(journey), ending));
      expect(await journeys.seen(journey)).toEqual(ending);
      const books = async () => [await waiting(mortal), await countsOf(mortal, pair)];
      const exact = [[], countsFor(ending)];
      await settled(async () => isDeepStrictEqual(await books(), exact));
      expect(await books()).toEqual(exact);
      // The first result must still hold when everything else has arrived.
      expect(await journeys.seen(journey)).toEqual(ending);
      const seconds = (ms: number) => (ms / 1_000).toFixed(1);
      const [prepared, revived, all] = [armedMs - beganMs, aliveMs - armedMs, performance.now() - beganMs].map(seconds);
      process.stdout.write(`${label}: ${all} s (prepared in ${prepared}, dead and back in ${revived})\n`);
    },
    LIMIT_MS,
  );

  it(
    'leaves books in which every invariant of the audit holds, with no grace',
    async () => {
      const { exitCode, lines } = await mortal.auditAll();
      expect(exitCode === 0 ? [] : lines).toEqual([]);
    },
    LIMIT_MS,
  );
});

function labelOf({ process: name, journey, side, name: what }: Point): string {
  return `${name} (${journey}, ${side} the commit): ${what}`;
}
