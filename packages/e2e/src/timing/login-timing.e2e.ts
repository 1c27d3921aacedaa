import { freshEmail, register, registerUnverified } from '../deployment/accounts.js';
import { useDeployment } from '../deployment/deployment.js';
import { isAlike, measureInTurns, medianDifference } from './median-difference.js';
import { visible } from './told-apart.js';

const PAIRS = process.env.FULL ? 300 : 40;
/** Below the burst of an account's limit on guesses (ACC-36): above it nothing is evaluated, and all answers are immediate. */
const GUESSES_OF_ONE = 15;
const ACCOUNTS = Math.ceil((PAIRS + 1) / GUESSES_OF_ONE);

jest.setTimeout(600_000);

describe('a failed login does not show who has an account (ACC-17)', () => {
  // The limits of one address would end 300 pairs early, and a refusal takes no time.
  const using = useDeployment({
    THROTTLE_LOGIN_PER_HOUR: '1000',
    THROTTLE_REGISTER_PER_HOUR: '1000',
    // Recording spans for the sweep would delay some answers.
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    PASSWORD_HASHING: 'full',
  });
  const guess = (email: string) =>
    using().call('POST', '/api/auth/login', { body: { email, password: 'pw-canary, not it' } });
  const addressesOf = async (make: () => Promise<string>) => {
    const addresses: string[] = [];
    while (addresses.length < ACCOUNTS) addresses.push(await make());
    return (pair: number) => addresses[pair % ACCOUNTS];
  };
  const verified = () => addressesOf(async () => (await register(using())).email);
  const unverified = () => addressesOf(async () => (await registerUnverified(using())).email);
  const unknown = () => addressesOf(async () => freshEmail());

  it.each([
    ['verified', verified],
    ['unverified', unverified],
  ])('by its answer or its time: %s addresses and unknown ones', async (_, make) => {
    const [known, nobody] = [await make(), await unknown()];
    const answers = [await guess(known(0)), await guess(nobody(0))];
    expect(answers[0].status).toBe(401);
    expect(visible(answers[0])).toEqual(visible(answers[1]));
    const interval = medianDifference(
      await measureInTurns(
        PAIRS,
        (pair) => guess(known(pair + 1)),
        (pair) => guess(nobody(pair + 1)),
      ),
    );
    console.info(
      `login: known minus unknown ${interval.map((ms) => ms.toFixed(1)).join(' to ')} ms over ${PAIRS} pairs`,
    );
    expect(isAlike(interval)).toBe(true);
  });

  it('by the refusal of too many guesses (ACC-36)', async () => {
    const exhausted = async (email: string) => {
      for (;;) {
        const answer = await guess(email);
        if (answer.status !== 401) return answer;
      }
    };
    const [known, nobody] = [await exhausted((await register(using())).email), await exhausted(freshEmail())];
    expect(known).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    for (const { headers } of [known, nobody]) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
    expect(visible(known)).toEqual(visible(nobody));
  });
});
