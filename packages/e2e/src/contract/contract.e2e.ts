import { jest } from '@jest/globals';
import { useDeployment } from '../deployment/deployment.js';
import { answerHeadersContract } from './answer-headers.suite.js';
import { apiKeyContract } from './api-keys.suite.js';
import { credentialsContract } from './credentials.suite.js';
import { demoOutcomesContract } from './demo-outcomes.suite.js';
import { idempotencyContract } from './idempotency.suite.js';
import { infoContract } from './info.suite.js';
import { openDoorsContract } from './open-doors.suite.js';
import { refusalOrderContract } from './refusal-order.suite.js';
import { registrationContract } from './registration.suite.js';
import { sessionContract } from './sessions.suite.js';
import { subscriptionContract } from './subscription.suite.js';
import { summariseContract } from './summarise.suite.js';
import { summaryTypesContract } from './summary-types.suite.js';
import { throttleContract } from './throttle.suite.js';
import { usageContract } from './usage.suite.js';

jest.setTimeout(30_000);

/** The HTTP contract, written by hand from the specification's sections 3, 7, 8 and the decisions. One start serves all suites. */
const using = useDeployment();
openDoorsContract(using);
registrationContract(using);
sessionContract(using);
credentialsContract(using);
apiKeyContract(using);
subscriptionContract(using);
infoContract(using);
summariseContract(using);
summaryTypesContract(using);
demoOutcomesContract(using);
idempotencyContract(using);
usageContract(using);
refusalOrderContract(using);
answerHeadersContract(using);
throttleContract(using);
