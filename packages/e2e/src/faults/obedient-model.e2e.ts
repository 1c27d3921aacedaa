import { answerWith, ModelEndpoint } from '@precis/summarisation/testing/model-endpoint';
import { MANNERS, obedient } from '@precis/summarisation/testing/obedient-model';
import { systemMessage, TASKS } from '@precis/summarisation/engines/openai/prompt';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { departures, type Schema } from '../contract/openapi-values.js';
import { type Account, type InProcessDeployment, startInProcess } from './in-process-deployment.js';

const CASES = fileURLToPath(new URL('../../../../services/summarisation/src/testing/injection-cases', import.meta.url));
const KEY = 'sim-secret-key-of-the-deployment';
/** A Free account's month. */
const PER_ACCOUNT = 3;

interface Case {
  id: string;
  field: 'transcript' | 'title' | 'custom_prompt';
  text: string;
  canary: string;
}

const all = readdirSync(CASES)
  .filter((name) => name.startsWith('hostile'))
  .flatMap((name) => JSON.parse(readFileSync(join(CASES, name), 'utf8')) as Case[]);
const cases = process.env.FULL ? all : all.filter((_, nr) => nr % 10 === 0);

const openApi = JSON.parse(
  readFileSync(new URL('../../../../services/gateway/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, any> };
const ANSWER: Schema = openApi.paths['/api/youtube/summarize'].post.responses[200].content['application/json'].schema;

/** A word that one account alone says. */
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

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const runs = (text: string) =>
  words(text).flatMap((_, at, said) => (at + 8 > said.length ? [] : [said.slice(at, at + 8).join(' ')]));
const SECRETS = TASKS.flatMap((task) => runs(systemMessage({ task, length: 'detail', language: 'en', focus: 'x' })));

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
  it(`answers ${cases.length} hostile transcripts, titles and prompts by the document, with nothing of a stranger in any answer`, async () => {
    const accounts: Account[] = [];
    for (let nr = 0; nr * PER_ACCOUNT < cases.length; nr += 1) accounts.push(await deployment.newAccount());
    const asked = async (hostile: Case, nr: number) => {
      const owner = Math.floor(nr / PER_ACCOUNT);
      const answer = await accounts[owner].summarise(bodyOf(hostile, owner));
      return { hostile, owner, answer };
    };
    const answers = await Promise.all(cases.map(asked));

    const wrong = answers.flatMap(({ hostile, owner, answer: { status, body } }) => {
      const shown = hostile.field === 'title' ? { ...body, data: { ...body.data, title: '' } } : body;
      const faults = status === 200 ? [...departures(body, ANSWER), ...leaksIn(shown, hostile, owner)] : [status];
      return faults.length === 0 ? [] : [{ id: hostile.id, faults }];
    });
    expect(wrong).toEqual([]);
    // Else only the engine that reads no orders would have been tested.
    const byModel = answers.filter(({ answer }) => answer.body.data.engine === 'openai');
    expect(byModel.length).toBeGreaterThan(cases.length / 4);
    for (const account of accounts.slice(0, -1)) expect(await account.used()).toBe(PER_ACCOUNT);
  }, 600_000);

  /** What of the deployment's, of other accounts' or of the case's orders an answer holds. */
  function leaksIn(body: object, { canary }: Case, owner: number): string[] {
    const json = JSON.stringify(body)
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '');
    const lower = json.toLowerCase();
    const echoes = new Set(runs(json));
    const foreign = Array.from({ length: Math.ceil(cases.length / PER_ACCOUNT) }, (_, nr) => markOf(nr)).filter(
      (mark, nr) => nr !== owner && lower.includes(mark),
    );
    return [
      ...foreign,
      ...SECRETS.filter((run) => echoes.has(run)),
      ...(json.match(/https?:|www\.|\.example|<img|\]\(|={4,}/gi) ?? []),
      ...[canary, KEY].filter((secret) => lower.includes(secret)),
    ];
  }
});

function bodyOf({ field, text }: Case, owner: number): Record<string, unknown> {
  const speech = speechOf(owner);
  const lines = field === 'transcript' ? [...speech.slice(0, 3), ...text.split('\n'), ...speech.slice(3)] : speech;
  return {
    transcript: lines.map((line, nr) => ({ start_seconds: nr * 26, duration: 26, text: line })),
    title: field === 'title' ? text : 'How a lock works',
    summary_type: 'detail',
    ...(field === 'custom_prompt' && { custom_prompt: text }),
  };
}
