import { eventually } from '@precis/testing/eventually';
import { ACCOUNT, stays, SummarisationWorld, VIDEO } from '../../testing/summarisation-world.js';
import { answerWith, honest, ModelEndpoint, refuseWith } from '../../testing/model-endpoint.js';

const LINES = 1_500;
const LINE_MS = 4_000;
const SUBJECTS = [
  'harbour',
  'orchard',
  'foundry',
  'library',
  'glacier',
  'market',
  'railway',
  'theatre',
  'quarry',
  'vineyard',
];
const said = Array.from(
  { length: LINES },
  (_, nr) =>
    `The ${SUBJECTS[Math.floor((nr * SUBJECTS.length) / LINES)]} opened room ${nr} for its visitors on a quiet morning.`,
).join('\n');

let world: SummarisationWorld;
let endpoint: ModelEndpoint;
beforeAll(async () => {
  world = await SummarisationWorld.open();
  endpoint = await ModelEndpoint.start();
});
afterAll(async () => {
  await world.close();
  await endpoint.close();
});
beforeEach(async () => {
  await world.empty();
  await world.database.query('TRUNCATE model_spend');
  endpoint.reset();
  world.source.text = said;
  world.source.durationMs = LINES * LINE_MS;
});

const summarise = async (length: 'short' | 'auto' | 'detail', settings: Record<string, string | number> = {}) => {
  const model = { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key', OPENAI_CONTEXT_TOKENS: 10_000 };
  const { summariseVideo } = await world.process({ ...model, ...settings }, 'threads');
  return summariseVideo.execute(VIDEO, { length, prompt: '' }, ACCOUNT, stays());
};
const isPart = ({ system }: { system: string }) => system.includes('one part of a video');

describe('a video that is longer than what the model can read', () => {
  it('is read in parts, four at a time, and a detailed summary has points of every one of them', async () => {
    endpoint.behaviour = (call, response) => void setImmediate(() => answerWith(response, honest(call)));
    const result = await summarise('detail');
    expect(result.engine).toBe('openai');
    const parts = endpoint.calls.filter(isPart);
    expect(parts.length).toBeGreaterThan(5);
    expect(endpoint.calls.length).toBe(parts.length + 1);
    expect(endpoint.most).toBeLessThanOrEqual(4);
    for (const subject of SUBJECTS) expect(result.summary).toContain(subject);
    const tenths = result.sentences.map(({ startMs }) => Math.floor((startMs * 10) / (LINES * LINE_MS)));
    expect(new Set(tenths)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });

  it('is not summarised without one of its parts: when one fails, the others stop and the extractive engine writes', async () => {
    endpoint.behaviour = (call, response) => {
      if (isPart(call) && call.user.includes('[50:')) refuseWith(response, 401);
      else answerWith(response, honest(call));
    };
    await expect(summarise('auto')).resolves.toMatchObject({ engine: 'extractive' });
    expect(endpoint.calls.filter((call) => !isPart(call))).toEqual([]);
    await eventually('the other parts are given up', () => endpoint.underWay === 0);
  });

  it('is not begun when all its calls would need more tokens than one summary may', async () => {
    await expect(summarise('auto', { OPENAI_TOKENS_PER_SUMMARY: 20_000 })).resolves.toMatchObject({
      engine: 'extractive',
    });
    expect(endpoint.calls).toEqual([]);
  });
});
