import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from '../../testing/summarisation-world.js';
import { answerWith, ModelEndpoint, refuseWith } from '../../testing/model-endpoint.js';

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
  endpoint.behaviour = (_, response) => answerWith(response, GERMAN);
});

const SENTENCES = [
  { text: 'Die alte Mühle steht am Fluss am Ende des Dorfes.', from: '00:00', to: '00:00' },
  { text: 'Ihr Rad wurde vor mehr als 300 Jahren von zwei Brüdern gebaut.', from: '00:00', to: '00:00' },
  { text: 'Das Rad dreht zwei schwere Steine, und die mahlen das Korn.', from: '00:00', to: '00:00' },
];
const answerOf = (points: object[]) =>
  JSON.stringify({ language: 'de', sentences: SENTENCES, points, chapters: [], focus_found: false });
const GERMAN = answerOf([{ text: 'Heute ist die Mühle ein Museum.', from: '00:00', to: '00:39' }]);
const url = `https://youtu.be/${VIDEO}`;
const inGerman = { ...AUTO, language: 'de' };
const process = () => world.process({ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key' }, 'threads');

describe('a summary in another language than the transcript (SUM-21)', () => {
  it('is written by the model, stored under its language and found again', async () => {
    const { summariseVideo, resolveVideo } = await process();
    const result = await summariseVideo.execute(VIDEO, inGerman, ACCOUNT, stays());
    expect(result).toMatchObject({ engine: 'openai', language: 'de', droppedSentences: 0 });
    expect(result.summary).toContain('300 Jahren');
    expect(endpoint.calls[0].system).toContain('Write in German.');
    expect((await resolveVideo.execute(url, inGerman)) as object).toMatchObject({ stored: result });
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ stored: null });
    expect(await summariseVideo.execute(VIDEO, inGerman, 'account-2', stays())).toEqual(result);
    expect(endpoint.calls).toHaveLength(1);
  });

  it('loses sentences with numbers that nobody says, and is verified by what both languages share', async () => {
    const wrong = { text: 'Sie wurde im Jahr 1423 verkauft.', from: '00:00', to: '00:39' };
    endpoint.behaviour = (_, response) => answerWith(response, answerOf([wrong]));
    const { summariseVideo, verifyResult } = await process();
    const result = await summariseVideo.execute(VIDEO, inGerman, ACCOUNT, stays());
    expect(result.droppedSentences).toBe(1);
    expect(result.summary).not.toContain('1423');
    const verified = await verifyResult.execute(result.resultRef);
    expect(verified.sentences.map(({ reasons }) => reasons)).toEqual(result.sentences.map(() => []));
    expect(verified.sentences[0].evidence).toContain('The old mill stands beside the river');
  });

  it('is the transcript’s own result where the language is the same', async () => {
    endpoint.reset();
    const { summariseVideo } = await process();
    const result = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    for (const language of ['en', 'en-GB'])
      expect(await summariseVideo.execute(VIDEO, { ...AUTO, language }, ACCOUNT, stays())).toEqual(result);
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls[0].system).not.toContain('another language');
  });

  it('is refused without a model, even when a summary in the language of the transcript is stored', async () => {
    const { summariseVideo } = await world.process();
    await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    await expect(summariseVideo.execute(VIDEO, inGerman, ACCOUNT, stays())).rejects.toMatchObject({
      kind: 'not_found',
      code: 'language_unavailable',
    });
    expect([world.engine.calls, await world.results(), (await world.told()).length]).toEqual([1, 1, 1]);
  });

  it.each([
    ['fails', (response: Parameters<typeof refuseWith>[0]) => refuseWith(response, 500)],
    ['answers in the language of the video', undefined],
  ])('never comes from the extractive engine: when the model %s, it is refused for now', async (_, answer) => {
    if (answer) endpoint.behaviour = (__, response) => answer(response);
    else endpoint.reset();
    const { summariseVideo } = await process();
    await expect(summariseVideo.execute(VIDEO, inGerman, ACCOUNT, stays())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'translation_unavailable',
      retryAfterSeconds: 30,
    });
    expect(await world.results()).toBe(0);
  });
});
