import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@precis/runtime/domain-error';
import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(() => world.empty());

const summarise = async (parameters = AUTO, limits = {}) =>
  (await world.process(limits)).summariseVideo.execute(VIDEO, parameters, ACCOUNT, stays());

describe('a summary that cannot be made', () => {
  it('leaves neither result nor event when its transaction is cut off, and the repeat makes both', async () => {
    await world.database.query(
      `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$`,
    );
    await world.database.query('CREATE TRIGGER cut BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION cut()');
    await expect(summarise()).rejects.toThrow('cut off');
    await expect(world.results()).resolves.toBe(0);
    await expect(world.told()).resolves.toEqual([]);
    await world.database.query('DROP TRIGGER cut ON outbox');
    const { resultRef } = await summarise();
    await expect(world.told()).resolves.toEqual([expect.objectContaining({ type: 'summary-completed', resultRef })]);
  });

  it('is an internal error when the engine crashes: no DomainError, announced once, nothing stored', async () => {
    world.engine.spoil = () => {
      throw new TypeError('engine bug');
    };
    const error = await summarise().catch((caught: unknown) => caught);
    expect(error).not.toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ name: 'EngineFailed', cause: expect.objectContaining({ message: 'engine bug' }) });
    await expect(world.results()).resolves.toBe(0);
    await expect(world.told()).resolves.toEqual([
      expect.objectContaining({ type: 'summary-failed', key: VIDEO, videoId: VIDEO, code: 'engine_failed' }),
    ]);
  });

  it.each([
    ['one sentence that nobody said', { startMs: 0, text: 'Send your savings to this address today.' }],
    ['one moment after the end of the video', { startMs: 9_999_999, text: 'The old mill stands beside the river.' }],
  ])('is delivered without %s, and says so (SUM-1)', async (_, invented) => {
    world.engine.spoil = (output) => ({
      ...output,
      summary: `${output.summary}\n\nPart 9 (1:00 - 2:00)\n${invented.text}`,
      sentences: [...output.sentences, invented],
    });
    const { summary, sentences, droppedSentences } = await summarise();
    expect(droppedSentences).toBe(1);
    expect(sentences.filter(({ startMs }) => startMs === invented.startMs)).not.toContainEqual(
      expect.objectContaining({ text: invented.text }),
    );
    expect(summary).not.toContain('Part 9');
    expect(summary).not.toContain('savings');
    await expect(world.results()).resolves.toBe(1);
  });

  it('is never delivered when more than half of it was invented', async () => {
    const invented = (nr: number) => ({ startMs: 0, text: `Send ${nr} coins to this address today.` });
    world.engine.spoil = (output) => ({
      ...output,
      sentences: [...output.sentences, ...Array.from({ length: output.sentences.length + 1 }, (_, nr) => invented(nr))],
    });
    await expect(summarise()).rejects.toThrow(/^\d+ of \d+ sentences are not supported by the transcript/);
    await expect(world.results()).resolves.toBe(0);
  });

  it('is never delivered without citations', async () => {
    world.engine.spoil = (output) => ({ ...output, sentences: [] });
    await expect(summarise()).rejects.toThrow('0 of 0');
  });

  it('is announced once while the refusal of the source is remembered, whatever the parameters', async () => {
    world.source.failure = new DomainError('not_found', 'video_private', 'This video is private.');
    await expect(summarise()).rejects.toMatchObject({
      kind: 'not_found',
      code: 'video_private',
      publicMessage: 'This video is private.',
    });
    await expect(summarise({ length: 'short', prompt: '' })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'video_private',
    });
    expect(world.source.calls).toHaveLength(1);
    await expect(world.told()).resolves.toEqual([
      expect.objectContaining({ type: 'summary-failed', videoId: VIDEO, code: 'video_private' }),
    ]);
  });

  it('is announced once for all accounts that met the same refusal at the same time', async () => {
    world.source.failure = new DomainError('not_found', 'video_private', 'This video is private.');
    const { summariseVideo } = await world.process();
    const accounts = Array.from({ length: 10 }, (_, nr) => `account ${nr}`);
    const answers = await Promise.allSettled(
      accounts.map((account) => summariseVideo.execute(VIDEO, AUTO, account, stays())),
    );
    expect(answers.map((answer) => (answer as PromiseRejectedResult).reason.code)).toEqual(
      accounts.map(() => 'video_private'),
    );
    expect(world.source.calls).toHaveLength(1);
    await expect(world.told()).resolves.toHaveLength(1);
  });

  it('is neither announced nor remembered when the source is blocked: the next try asks again', async () => {
    world.source.failure = new DomainError('unavailable', 'source_blocked', 'Blocked.', { retryAfterSeconds: 60 });
    await expect(summarise()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'source_blocked',
      retryAfterSeconds: 60,
    });
    world.source.failure = undefined;
    await expect(summarise()).resolves.toMatchObject({ videoId: VIDEO });
    expect((await world.told()).map(({ type }) => type)).toEqual(['summary-completed']);
  });

  it('is refused as transcript_empty when nothing is said in the video, and announced once in ten minutes for any number of requests', async () => {
    const { text } = world.source;
    world.source.text = '[Music]\n[Applause]';
    for (let nr = 0; nr < 5; nr += 1)
      await expect(summarise()).rejects.toMatchObject({ kind: 'not_found', code: 'transcript_empty' });
    await expect(world.told()).resolves.toEqual([
      expect.objectContaining({ type: 'summary-failed', code: 'transcript_empty' }),
    ]);
    world.clock.pass(10 * 60_000);
    await Promise.allSettled([summarise(), summarise(), summarise()]);
    await expect(world.told()).resolves.toHaveLength(2);
    world.source.text = text;
  });

  it('is given up within its time, and a caller that comes later finds what was made meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const { summariseVideo } = await world.process({ SUMMARY_TIMEOUT_MS: 300 });
    await expect(summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'timed_out',
      retryAfterSeconds: 2,
    });
    gate.resolve();
    await expect(summarise()).resolves.toMatchObject({ videoId: VIDEO });
  });

  it('is refused as overloaded when the queue is full', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const { summariseVideo } = await world.process({ SUMMARY_CONCURRENCY: 1, QUEUE_LIMIT: 1 });
    const asked = ['one', 'two', 'three'].map((prompt) =>
      summariseVideo.execute(VIDEO, { length: 'auto', prompt }, ACCOUNT, stays()),
    );
    await expect(
      Promise.any(
        asked.map((one) =>
          one.then(
            () => 'made',
            (error: DomainError) => error.code,
          ),
        ),
      ),
    ).resolves.toBe('overloaded');
    gate.resolve();
    const ended = await Promise.allSettled(asked);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('costs its account the computing time that it took, although it was not cut off, and what is stored is still delivered', async () => {
    const made = await summarise();
    world.engine.spoil = () => {
      // 1.1 s of computing in total.
      for (const endMs = performance.now() + 550; performance.now() < endMs;);
      throw new Error('engine bug');
    };
    const { summariseVideo } = await world.process({ ENGINE_LOST_SECONDS_PER_HOUR: 1 });
    const ask = (prompt: string, account = ACCOUNT) =>
      summariseVideo.execute(VIDEO, { length: 'auto', prompt }, account, stays());
    for (const prompt of ['one', 'two']) await expect(ask(prompt)).rejects.toMatchObject({ name: 'EngineFailed' });
    await expect(ask('three')).rejects.toMatchObject({ kind: 'exhausted', code: 'computing_budget_spent' });
    await expect(ask('')).resolves.toEqual(made);
    await expect(ask('four', 'another')).rejects.toMatchObject({ name: 'EngineFailed' });
  });

  it('gets its full time from its start: time in the queue does not count, and the repeat finds it', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = gates.map(() => Promise.withResolvers<AbortSignal>());
    const { summarise: compute } = world.engine;
    let nr = 0;
    world.engine.summarise = async (input, signal) => {
      const at = nr;
      nr += 1;
      begun[at].resolve(signal);
      await gates[at].promise;
      signal.throwIfAborted();
      return compute.call(world.engine, input, signal);
    };
    const { summariseVideo } = await world.process({ SUMMARY_CONCURRENCY: 1, SUMMARY_TIMEOUT_MS: 3_000 });
    const ask = (prompt: string, account = ACCOUNT) =>
      summariseVideo.execute(VIDEO, { length: 'auto', prompt }, account, stays());
    const first = ask('one');
    await begun[0].promise;
    const second = ask('two');
    await wait(1_500);
    gates[0].resolve();
    await first;
    await begun[1].promise;
    await expect(second).rejects.toMatchObject({ code: 'timed_out' });
    gates[1].resolve();
    await expect(ask('two', 'another')).resolves.toMatchObject({ videoId: VIDEO });
    expect(nr).toBe(2);
  });
});
