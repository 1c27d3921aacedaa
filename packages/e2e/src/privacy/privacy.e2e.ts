import { erasureScenario } from './erasure.suite.js';
import { type MovedDeployment, startMoved } from './moved-deployment.js';
import { retentionScenario } from './retention.suite.js';

jest.setTimeout(60_000);

/** Stored data of people and its retention, with all services in one process whose clock is moved. One start serves both suites. */
let running: MovedDeployment | undefined;
beforeAll(async () => {
  running = await startMoved();
}, 90_000);
afterAll(() => running?.close(), 90_000);
const using = () => running!;

erasureScenario(using);
retentionScenario(using);
