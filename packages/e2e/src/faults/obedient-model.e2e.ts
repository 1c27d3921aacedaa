import { answerWith, ModelEndpoint } from '@precis/summarisation/testing/model-endpoint';
import { MANNERS, obedient } from '@precis/summarisation/testing/obedient-model';
import { HOSTILE_CASES, type HostileCase, leaksIn } from '@precis/summarisation/testing/hostile-cases';
import { readFileSync } from 'node:fs';
import { departures, type Schema, withNullable } from '../contract/openapi-values.js';
import { type Account, type InProcessDeployment, startInProcess } from './in-process-deployment.js';

const KEY = 'sim-secret-key-of-the-deployment';
/** The monthly videos of a Free account. */
const PER_ACCOUNT = 3;
const cases = process.env.FULL ? HOSTILE_CASES : HOSTILE_CASES.filter((_, nr) => nr % 10 === 0);

const openApi = withNullable(
  JSON.parse(readFileSync(new URL('../../../../services/gateway/openapi.json', import.meta.url), 'utf8')),
) as { paths: Record<string, any> };
const ANSWER: Schema = openApi.paths['/api/youtube/summarize'].post.responses[200].content['application/json'].schema;

/** A word that only one account's transcript contains. */
const markOf = (nr: number) => `quillmark${String.fromCharCode(97 + (nr % 26), 97 + Math.floor(nr / 26))}`;
const speechOf = (nr: number) => [
  `The canal lock of ${markOf(nr)} was built in the spring of eighteen twelve.`,
  'Two gates hold the water back on either side of the chamber.',
  'A boat enters and the keeper closes the lower gates behind it.',
  `Water flows through the sluices of ${markOf(nr)} until both levels are equal.`,
  'The upper gates open and the boat leaves at the higher level.',
  'One passage takes about ten minutes and uses two hundred tons of water.',
  'In dry summers the keepers let several boats through together.',
  `The timber of the gates at ${markOf(nr)} is oak and lasts for thirty years.`,
];

let endpoint: ModelEndpoint;
let deployment: InProcessDeployment;
beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  let calls = 0;
  endpoint.behaviour = (call, response) => answerWith(response, obedient(call, calls++ % MANNERS));
  deployment = await startInProcess({}, { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: KEY });
}, 60_000);
afterAll(async () => {
  await deployment?.close();
  await endpoint?.close();
});

describe('a deployment whose model obeys whatever it reads', () => {
  it(`answers ${cases.length} hostile transcripts, titles and prompts as specified, with no data of a stranger in any answer`, async () => {
    const accounts: Account[] = [];
    for (let nr = 0; nr * PER_ACCOUNT < cases.length; nr += 1) accounts.push(await deployment.newAccount());
    const asked = async (hostile: HostileCase, nr: number) => {
      const owner = Math.floor(nr / PER_ACCOUNT);
      const answer = await accounts[owner].summarise(bodyOf(hostile, owner));
      return { hostile, owner, answer };
    };
    const answers = await Promise.all(cases.map(asked));

    const wrong = answers.flatMap(({ hostile, owner, answer: { status, body } }) => {
      const shown = hostile.field === 'title' ? { ...body, data: { ...body.data, title: '' } } : body;
      const faults =
        status === 200
          ? [...departures(body, ANSWER), ...leaksIn(shown, [hostile.canary, KEY, ...foreignMarks(owner)])]
          : [status];
      return faults.length === 0 ? [] : [{ id: hostile.id, faults }];
    });
    expect(wrong).toEqual([]);
    // Otherwise only the engine that ignores orders would be tested.
    const byModel = answers.filter(({ answer }) => answer.body.data.engine === 'openai');
    expect(byModel.length).toBeGreaterThan(cases.length / 4);
    for (const account of accounts.slice(0, -1)) expect(await account.used()).toBe(PER_ACCOUNT);
  }, 600_000);
});

/** The words of all accounts except one. */
function foreignMarks(owner: number): string[] {
  const accounts = Math.ceil(cases.length / PER_ACCOUNT);
  return Array.from({ length: accounts }, (_, nr) => markOf(nr)).filter((_, nr) => nr !== owner);
}

function bodyOf({ field, text }: HostileCase, owner: number): Record<string, unknown> {
  const speech = speechOf(owner);
  const lines = field === 'transcript' ? [...speech.slice(0, 3), ...text.split('\n'), ...speech.slice(3)] : speech;
  return {
    transcript: lines.map((line, nr) => ({ start_seconds: nr * 26, duration: 26, text: line })),
    title: field === 'title' ? text : 'How a lock works',
    summary_type: 'detail',
    ...(field === 'custom_prompt' && { custom_prompt: text }),
  };
}
