import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { quotaRaceScenario } from './quota-race.suite.js';
import { revocationUnderLoadScenario } from './revocation-under-load.suite.js';

jest.setTimeout(60_000);

/** Guarantees for any number of gateways. One start serves both suites. */
let running: Distributed | undefined;
beforeAll(async () => {
  running = await startDistributed({ copies: { gateway: 3 } });
}, 180_000);
afterAll(() => running?.close(), 90_000);
const using = () => running!;

quotaRaceScenario(using);
revocationUnderLoadScenario(using);
