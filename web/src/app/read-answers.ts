import { ACCOUNT_ANSWERS } from '../lib/answers/account';
import type { Answers } from '../lib/answers/answers';
import { DEPLOYMENT_ANSWERS } from '../lib/answers/deployment';
import { MONEY_ANSWERS } from '../lib/answers/money';
import { SUMMARY_ANSWERS } from '../lib/answers/summaries';
import { USAGE_ANSWERS } from '../lib/answers/usage';
import { WEBHOOK_ANSWERS } from '../lib/answers/webhooks';
import { generatedApi } from '../lib/generated-api';

/**
 * How the answer of each operation is read (WEB-42). The fields of the specification must be there; all others may be absent, and pages
 * then make no claim about them. The compiler reports an operation that is missing here.
 */
export const ANSWERS: Answers = {
  ...ACCOUNT_ANSWERS,
  ...MONEY_ANSWERS,
  ...USAGE_ANSWERS,
  ...SUMMARY_ANSWERS,
  ...DEPLOYMENT_ANSWERS,
  ...WEBHOOK_ANSWERS,
};

/** The gateway's operations, each with the reader of its answer. The store uses this API, so that no page calls without a reader. */
export const readApi = generatedApi.enhanceEndpoints({
  endpoints: Object.fromEntries(Object.entries(ANSWERS).map(([name, read]) => [name, { extraOptions: { read } }])),
});
