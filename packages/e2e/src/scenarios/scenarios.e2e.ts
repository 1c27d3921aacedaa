import { useDeployment } from '../deployment/deployment.js';
import { accountsScenario, sandboxWeek } from './accounts.suite.js';
import { googleScenario } from './google.suite.js';
import { mailedLinksScenario } from './mailed-links.suite.js';
import { moneyScenario } from './money.suite.js';
import { newcomerScenario } from './newcomer.suite.js';
import { ownTranscriptsScenario } from './own-transcripts.suite.js';
import { oneWinnerScenario } from './one-winner.suite.js';
import { parallelCallsScenario } from './parallel-calls.suite.js';
import { sandboxDays } from './refunds.suite.js';
import { revocationScenario } from './revocation.suite.js';

jest.setTimeout(60_000);

/** Business scenarios over HTTP. One start serves all suites. */
const using = useDeployment();
newcomerScenario(using);
googleScenario(using);
mailedLinksScenario(using);
revocationScenario(using);
oneWinnerScenario(using);
parallelCallsScenario(using);
ownTranscriptsScenario(using);
accountsScenario(using, sandboxWeek(using));
moneyScenario(using, sandboxDays(using));
