import { accountsScenario, earlierEnd } from '@precis/e2e/scenarios/accounts.suite';
import { googleScenario } from '@precis/e2e/scenarios/google.suite';
import { moneyScenario } from '@precis/e2e/scenarios/money.suite';
import { newcomerScenario } from '@precis/e2e/scenarios/newcomer.suite';
import { oneDoorScenario } from '@precis/e2e/scenarios/one-door.suite';
import { ownTranscriptsScenario } from '@precis/e2e/scenarios/own-transcripts.suite';
import { parallelCallsScenario } from '@precis/e2e/scenarios/parallel-calls.suite';
import { earlierPayments } from '@precis/e2e/scenarios/refunds.suite';
import { revocationScenario } from '@precis/e2e/scenarios/revocation.suite';
import { useClusterDeployment } from '../testing/cluster-deployment.js';

jest.setTimeout(60_000);

/** Runs the same business scenarios as on separate processes, unchanged, on the installed chart. */
const using = useClusterDeployment();
newcomerScenario(using);
moneyScenario(using, earlierPayments(using));
googleScenario(using);
revocationScenario(using);
parallelCallsScenario(using);
ownTranscriptsScenario(using);
accountsScenario(using, earlierEnd(using));
oneDoorScenario(using);
