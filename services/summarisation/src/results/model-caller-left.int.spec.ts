import { eventually } from '@precis/testing/eventually';
import { ModelEndpoint } from '../testing/model-endpoint.js';
import { ACCOUNT, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';

let world: SummarisationWorld;
let endpoint: ModelEndpoint;
beforeAll(async () => {
  world = await SummarisationWorld.open();
  endpoint = await ModelEndpoint.start();
});
afterAll(async () => {
  await endpoint.close();
  await world.close();
});
beforeEach(() => world.empty());

describe('a summary by a model whose caller left (LIMIT-13)', () => {
  it('counts a second, so that an account with a budget of 2 s gets no third one, and other accounts do', async () => {
    endpoint.behaviour = () => undefined;
    const model = { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key', OPENAI_TIMEOUT_MS: 3_000 };
    const { summariseVideo } = await world.process({ ...model, ENGINE_LOST_SECONDS_PER_HOUR: 2 }, 'threads');
    const ask = (prompt: string, caller = stays(), account = ACCOUNT) =>
      summariseVideo.execute(VIDEO, { length: 'auto', prompt }, account, caller);
    for (const prompt of ['the gates', 'the boats']) {
      const leaving = new AbortController();
      const [before, left] = [endpoint.underWay, ask(prompt, leaving.signal)];
      await eventually('the call of the model', () => endpoint.underWay > before);
      leaving.abort();
      await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    }
    await expect(ask('the water')).rejects.toMatchObject({ code: 'computing_budget_spent' });
    await expect(ask('the water', stays(), 'other')).resolves.toMatchObject({ engine: 'extractive' });
  });
});
