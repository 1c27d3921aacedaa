import { kafkaRightsScenario } from '../scenarios/kafka-rights.suite.js';
import { clientTraceScenario } from './client-trace.suite.js';
import { countersScenario } from './counters.suite.js';
import { oneTraceScenario } from './one-trace.suite.js';
import { receiverAwayScenario } from './receiver-away.suite.js';
import { erasedPersonScenario, secretsScenario } from './secrets.suite.js';
import { startTraced, type TracedDeployment } from './tracing-deployment.js';

jest.setTimeout(60_000);

/** Traces, metrics and rights of separate processes, on real Kafka, Redis and Postgres. One start serves all suites; the last one ends it. */
let running: TracedDeployment | undefined;
beforeAll(async () => {
  running = await startTraced();
}, 180_000);
afterAll(() => running?.close(), 90_000);
const using = () => running!;

oneTraceScenario(using);
clientTraceScenario(using);
secretsScenario(using);
kafkaRightsScenario(() => using().precis);
countersScenario(using);
erasedPersonScenario(using);
receiverAwayScenario(using);
