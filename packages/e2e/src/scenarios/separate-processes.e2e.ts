import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { newcomerScenario } from './newcomer.suite.js';
import { oneDoorScenario } from './one-door.suite.js';

jest.setTimeout(60_000);

/**
 * One copy of each service in a separate process, over real Kafka, Redis and Postgres, with the scenarios that `make test` has time for. All
 * scenarios: distributed.e2e.ts.
 */
let running: Distributed | undefined;
beforeAll(async () => {
  const copies = { gateway: 1, auth: 1, billing: 1, usage: 1, referrals: 1, summarisation: 1, notifications: 1 };
  running = await startDistributed({ backends: 'chosen', copies });
}, 180_000);
afterAll(() => running?.close(), 90_000);
const using = () => running!;

newcomerScenario(using);
oneDoorScenario(using);
