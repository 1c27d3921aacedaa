import { ACCOUNT_ANSWERS } from '../lib/answers/account';
import type { Answers } from '../lib/answers/answers';
import { DEPLOYMENT_ANSWERS } from '../lib/answers/deployment';
import { MONEY_ANSWERS } from '../lib/answers/money';
import { SUMMARY_ANSWERS } from '../lib/answers/summaries';
import { USAGE_ANSWERS } from '../lib/answers/usage';
import { generatedApi } from '../lib/generated-api';

/**
 * How the answer of each operation is read (WEB-42). What the specification names must be there; all beyond it may be absent, and pages say
 * nothing of it then. The compiler finds an operation that is not in it.
 */
export const ANSWERS: Answers = {
  ...ACCOUNT_ANSWERS,
  ...MONEY_ANSWERS,
  ...USAGE_ANSWERS,
  ...SUMMARY_ANSWERS,
  ...DEPLOYMENT_ANSWERS,
};

/** The gateway's operations, each with how its answer is read. The store has this one, so that no page calls without it. */
export const readApi = generatedApi.enhanceEndpoints({
  endpoints: Object.fromEntries(Object.entries(ANSWERS).map(([name, read]) => [name, { extraOptions: { read } }])),
});
