import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { accountsScenario, earlierEnd } from './accounts.suite.js';
import { googleScenario } from './google.suite.js';
import { moneyScenario } from './money.suite.js';
import { newcomerScenario } from './newcomer.suite.js';
import { ownTranscriptsScenario } from './own-transcripts.suite.js';
import { oneDoorScenario } from './one-door.suite.js';
import { parallelCallsScenario } from './parallel-calls.suite.js';
import { earlierPayments } from './refunds.suite.js';
import { revocationScenario } from './revocation.suite.js';
import { rollingRestartScenario } from './rolling-restart.suite.js';

jest.setTimeout(60_000);

/** The same business scenarios, unchanged, on two copies of each service over real Kafka, Redis and Postgres. One start serves all suites. */
let running: Distributed | undefined;
beforeAll(async () => {
  running = await startDistributed({ backends: 'chosen' });
}, 180_000);
afterAll(() => running?.close(), 90_000);
const using = () => running!;

newcomerScenario(using);
moneyScenario(using, earlierPayments(using));
googleScenario(using);
revocationScenario(using);
parallelCallsScenario(using);
ownTranscriptsScenario(using);
accountsScenario(using, earlierEnd(using));
oneDoorScenario(using);
rollingRestartScenario(using);
