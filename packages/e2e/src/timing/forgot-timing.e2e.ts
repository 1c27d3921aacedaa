import { freshEmail, register, registerUnverified } from '../deployment/accounts.js';
import { useDeployment } from '../deployment/deployment.js';
import { isAlike, measureInTurns, medianDifference } from './median-difference.js';
import { visible } from './told-apart.js';

const PAIRS = process.env.FULL ? 300 : 40;
/** Below the daily limit of mails to an address (ACC-10), so that each request does the full work. */
const REQUESTS_OF_ONE = 15;
const ACCOUNTS = Math.ceil((PAIRS + 1) / REQUESTS_OF_ONE);

jest.setTimeout(900_000);

describe('asking for a reset link does not show who has an account (ACC-13)', () => {
  // The limits of one address would end 300 pairs early, and a refusal takes no time.
  const using = useDeployment({
    THROTTLE_MAIL_PER_HOUR: '1000',
    THROTTLE_REGISTER_PER_HOUR: '1000',
    // Recording spans for the sweep would delay some answers.
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    PASSWORD_HASHING: 'full',
  });
  const forgot = (email: string) => using().call('POST', '/api/auth/forgot-password', { body: { email } });
  const addressesOf = async (make: () => Promise<string>) => {
    const addresses: string[] = [];
    while (addresses.length < ACCOUNTS) addresses.push(await make());
    return (pair: number) => addresses[pair % ACCOUNTS];
  };

  it.each([
    ['verified', async () => (await register(using())).email],
    ['unverified', async () => (await registerUnverified(using())).email],
  ])('by its answer or its time: %s addresses and unknown ones', async (_, make) => {
    const [known, nobody] = [await addressesOf(make), await addressesOf(async () => freshEmail())];
    const answers = [await forgot(known(0)), await forgot(nobody(0))];
    expect(answers[0].status).toBe(200);
    expect(visible(answers[0])).toEqual(visible(answers[1]));
    const interval = medianDifference(
      await measureInTurns(
        PAIRS,
        (pair) => forgot(known(pair + 1)),
        (pair) => forgot(nobody(pair + 1)),
      ),
    );
    console.info(
      `forgot: known minus unknown ${interval.map((ms) => ms.toFixed(1)).join(' to ')} ms over ${PAIRS} pairs`,
    );
    expect(isAlike(interval)).toBe(true);
  });
});
