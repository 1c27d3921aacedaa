import { useDeployment } from '../deployment/deployment.js';
import { fieldsSuite } from './fields.suite.js';
import { hostileAddressesSuite } from './hostile-addresses.suite.js';
import { hostileQueriesSuite } from './hostile-queries.suite.js';
import { hostileHeadersSuite } from './hostile-headers.suite.js';
import { largeBodiesSuite } from './large-bodies.suite.js';
import { expectUntouched, prepareVictim, type Victim } from './victim.js';

jest.setTimeout(60_000);

/** FULL=1 tests every wrong value on every field and every hostile address; otherwise a sample of each kind. */
const isFull = Boolean(process.env.FULL);

const using = useDeployment();
let prepared: Victim;
beforeAll(async () => {
  prepared = await prepareVictim(using());
});
const victim = () => prepared;

describe('bad input stores, charges and sends nothing', () => {
  fieldsSuite(victim, isFull);
  largeBodiesSuite(victim);
  hostileAddressesSuite(victim, isFull);
  hostileQueriesSuite(victim, isFull);
});

describe('what is hardly HTTP stores, charges and sends nothing', () => {
  // These requests are written to a socket, so that they cannot be sent again to find a guilty one.
  afterEach(() => expectUntouched(prepared));

  hostileHeadersSuite(victim);
});

it('the deployment still summarises after all bad input', async () => {
  const answer = await using().call('POST', '/api/youtube/summarize', {
    key: prepared.key,
    body: { url: 'https://youtu.be/precisDemo1', summary_type: 'short' },
  });
  expect(answer.status).toBe(200);
});
