import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';
import { CountedEngine } from '../testing/counted-engine.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(() => world.empty());

const url = `https://youtu.be/${VIDEO}`;

describe('a summary', () => {
  it('is found by Resolve with the same reference and content once it has been made', async () => {
    const { resolveVideo, summariseVideo } = await world.process();
    await expect(resolveVideo.execute(url, AUTO)).resolves.toEqual({ videoId: VIDEO, stored: null });
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ videoId: VIDEO, stored: made });
    expect(made).toMatchObject({
      videoId: VIDEO,
      title: 'A walk',
      language: 'en',
      engine: 'extractive',
      summaryType: 1,
      focusApplied: false,
    });
    expect(made.transcriptLength).toBe(world.source.text.length);
    expect(made.sentences.length).toBeGreaterThan(1);
  });

  it.each([
    [60_400, 60],
    [undefined, 0],
    [1e300, 2_147_483_647],
  ])('says how long its video is, of %d ms %d s, now and whenever it is read again', async (ms, durationSeconds) => {
    world.source.durationMs = ms;
    const { resolveVideo, summariseVideo, getResult } = await world.process();
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    expect(made.durationSeconds).toBe(durationSeconds);
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ stored: { durationSeconds } });
    await expect(getResult.execute(made.resultRef)).resolves.toMatchObject({ durationSeconds });
  });

  it("has the creator's chapters where there are some, now and whenever it is read again (SUM-20)", async () => {
    const chapters = [
      { startMs: 0, endMs: 30_000, title: 'Setting out', source: 'creator' as const },
      { startMs: 30_000, endMs: 60_400, title: 'Home', source: 'creator' as const },
    ];
    world.source.chapters = chapters;
    const { summariseVideo, getResult } = await world.process();
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    expect(made.chapters).toEqual(chapters);
    await expect(getResult.execute(made.resultRef)).resolves.toMatchObject({ chapters });
  });

  it('is computed once for the same parameters, also by another process', async () => {
    const first = await (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    const second = await (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    expect(second).toEqual(first);
    expect(world.engine.calls).toBe(1);
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
  });

  it('is computed once for 50 equal requests at the same time', async () => {
    const { summariseVideo } = await world.process();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays())),
    );
    expect(new Set(results.map(({ resultRef }) => resultRef)).size).toBe(1);
    expect(world.engine.calls).toBe(1);
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
    await expect(world.told()).resolves.toHaveLength(1);
  });

  it('is computed once for equal requests of 50 accounts at the same time', async () => {
    const { summariseVideo } = await world.process();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, nr) => summariseVideo.execute(VIDEO, AUTO, `account ${nr}`, stays())),
    );
    expect(new Set(results.map(({ resultRef }) => resultRef)).size).toBe(1);
    expect(world.engine.calls).toBe(1);
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
    await expect(world.told()).resolves.toHaveLength(1);
  });

  it('is not refused to an account because another one, waiting for the same summary, has spent its look-ups', async () => {
    const { getInfo, summariseVideo } = await world.process({ LOOKUPS_BURST: 1, LOOKUPS_PER_MINUTE: 1 });
    await getInfo.execute('https://youtu.be/bbbbbbbbbbb', 'spent', stays());
    // The victim's look-up continues until the other caller was refused, because a finished one would be returned to both.
    const gate = Promise.withResolvers<void>();
    world.source.gate = gate.promise;
    const both = ['spent', 'victim'].map((account) => summariseVideo.execute(VIDEO, AUTO, account, stays()));
    await expect(both[0]).rejects.toMatchObject({ kind: 'exhausted', code: 'too_many_lookups' });
    gate.resolve();
    await expect(both[1]).resolves.toMatchObject({ videoId: VIDEO });
  });

  it('has one reference and is announced once when two processes compute it at the same time', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const both = [await world.process(), await world.process()].map(({ summariseVideo }) =>
      summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays()),
    );
    const rivals = new Promise<void>((resolve) => {
      const look = () => (world.engine.calls === 2 ? resolve() : setImmediate(look));
      look();
    });
    await rivals;
    gate.resolve();
    const [one, other] = await Promise.all(both);
    expect(other).toEqual(one);
    const told = await world.told();
    expect(told).toEqual([
      expect.objectContaining({
        type: 'summary-completed',
        key: VIDEO,
        resultRef: one.resultRef,
        videoId: VIDEO,
        engine: 'extractive',
      }),
    ]);
  });

  it('is separate for another length, prompt or engine version, and the same for a prompt with outer spaces', async () => {
    const { summariseVideo } = await world.process();
    const refs = [
      await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays()),
      await summariseVideo.execute(VIDEO, { length: 'short', prompt: '' }, ACCOUNT, stays()),
      await summariseVideo.execute(VIDEO, { length: 'auto', prompt: 'grain' }, ACCOUNT, stays()),
      await summariseVideo.execute(VIDEO, { length: 'auto', prompt: 'Grain' }, ACCOUNT, stays()),
      await (await world.process({}, new CountedEngine('2'))).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays()),
    ].map(({ resultRef }) => resultRef);
    expect(new Set(refs).size).toBe(5);
    await expect(world.results()).resolves.toBe(5);
    expect(world.source.calls).toHaveLength(1);
  });

  it('reports that the prompt steered it, and does not store the prompt', async () => {
    const result = await (
      await world.process()
    ).summariseVideo.execute(VIDEO, { length: 'short', prompt: 'frozen winter bread' }, ACCOUNT, stays());
    expect(result.focusApplied).toBe(true);
    const [row] = await world.database.query<object[]>('SELECT to_jsonb(results)::text AS row FROM results');
    expect(JSON.stringify(row)).not.toContain('frozen winter bread');
  });

  it('is reused when the captions are fetched again and unchanged, under any title', async () => {
    const { summariseVideo } = await world.process();
    const first = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    world.clock.days(2);
    world.source.title = 'A walk (renamed)';
    const second = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    expect(second.resultRef).toBe(first.resultRef);
    expect(world.source.calls).toHaveLength(2);
    expect(world.engine.calls).toBe(1);
  });

  it('reaches the other callers when one of them leaves, and is stored for that one', async () => {
    const { summariseVideo, resolveVideo } = await world.process();
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const leaving = new AbortController();
    const left = summariseVideo.execute(VIDEO, AUTO, ACCOUNT, leaving.signal);
    const waits = summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    leaving.abort();
    await expect(left).rejects.toMatchObject({ kind: 'unavailable', code: 'timed_out' });
    gate.resolve();
    const result = await waits;
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ videoId: VIDEO, stored: result });
    expect(world.engine.calls).toBe(1);
  });

  it.each(['kept already', 'looked up for it'])(
    'holds no captions while it waits for its turn, be they %s',
    async (how) => {
      const { summariseVideo } = await world.process({ SUMMARY_CONCURRENCY: 1 });
      if (how === 'kept already') await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
      const log: string[] = [];
      world.engine.spoil = (output) => {
        log.push('written');
        return output;
      };
      const { query } = world.database;
      world.database.query = ((sql: string, ...rest: []) => {
        if (sql.startsWith('SELECT body, transcript_hash')) log.push('read');
        return query.call(world.database, sql, ...rest);
      }) as typeof query;
      const asked = Array.from({ length: 5 }, (_, nr) =>
        summariseVideo.execute(VIDEO, { length: 'auto', prompt: `prompt ${nr}` }, `account ${nr}`, stays()),
      );
      await Promise.all(asked).finally(() => (world.database.query = query));
      expect(log.slice(log.indexOf('written') - 1).filter((_, at) => at % 2 === 0)).toEqual(
        Array.from({ length: 5 }, () => 'read'),
      );
      expect(log.filter((what) => what === 'written')).toHaveLength(5);
    },
  );
});
