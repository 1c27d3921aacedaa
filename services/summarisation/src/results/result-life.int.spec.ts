import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';
import { dayOf } from './retention.rule.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(() => world.empty());

const told = new Map<string, number>();
const forget = async () => {
  told.clear();
  const { forgetExpired, metrics } = await world.process();
  const deleted = await forgetExpired.execute();
  const counted = await metrics.getSingleMetric('precis_summarisation_forgotten_rows_total')!.get();
  for (const { labels, value } of counted.values) told.set(String(labels.table), value);
  return deleted;
};
const columns = async (query: string) =>
  (await world.database.query<Record<string, unknown>[]>(query)).map((row) => Object.values(row)[0]);

describe('a stored result', () => {
  it('is read by its reference for 30 days after its last delivery and gone on the 31st, deleted or not', async () => {
    const { summariseVideo, getResult } = await world.process();
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    world.clock.days(30);
    await forget();
    await expect(getResult.execute(made.resultRef)).resolves.toEqual(made);
    world.clock.days(1);
    await expect(getResult.execute(made.resultRef)).rejects.toMatchObject({ kind: 'not_found', code: 'result_gone' });
    await forget();
    await expect(world.results()).resolves.toBe(0);
  });

  it('is kept longer when it is delivered again, but not when it is only read', async () => {
    const { summariseVideo, getResult } = await world.process();
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    world.clock.days(20);
    await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    world.clock.days(20);
    await expect(getResult.execute(made.resultRef)).resolves.toEqual(made);
    world.clock.days(11);
    await expect(getResult.execute(made.resultRef)).rejects.toMatchObject({ code: 'result_gone' });
  });

  it('is not kept longer because of an estimate, which delivers nothing, but is because of a look-up that the gateway charges for (DATA-3, SUM-26)', async () => {
    const { summariseVideo, estimateSummary, resolveVideo, getResult } = await world.process();
    const url = `https://youtu.be/${VIDEO}`;
    const estimate = (parameters = AUTO) =>
      estimateSummary.execute({ url, parameters, account: ACCOUNT }, stays()) as Promise<object>;
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    const deliveredOn = () => columns('SELECT delivered_on::text FROM results');
    const first = await deliveredOn();
    world.clock.days(20);
    const stored = { isStored: true, engine: made.engine };
    await expect(estimate()).resolves.toMatchObject(stored);
    await expect(estimate({ ...AUTO, language: 'en-GB' })).resolves.toMatchObject(stored);
    await expect(deliveredOn()).resolves.toEqual(first);
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ stored: made });
    await expect(deliveredOn()).resolves.toEqual([dayOf(world.clock.now())]);
    world.clock.days(30);
    await expect(estimate()).resolves.toMatchObject(stored);
    await expect(getResult.execute(made.resultRef)).resolves.toEqual(made);
    world.clock.days(1);
    await expect(getResult.execute(made.resultRef)).rejects.toMatchObject({ code: 'result_gone' });
  });

  it('is updated at most once a day, however often it is delivered', async () => {
    const { summariseVideo, resolveVideo } = await world.process();
    await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    const version = async () => (await columns('SELECT xmin::text FROM results'))[0];
    const written = await version();
    for (let again = 0; again < 3; again += 1) await resolveVideo.execute(`https://youtu.be/${VIDEO}`, AUTO);
    await expect(version()).resolves.toBe(written);
    world.clock.pass(12 * 3_600_000);
    await resolveVideo.execute(`https://youtu.be/${VIDEO}`, AUTO);
    await expect(columns('SELECT delivered_on::text FROM results')).resolves.toEqual([dayOf(world.clock.now())]);
  });

  it('is there, and what a look-up answers, to the end of the time for which a gateway may repeat it (SUM-31)', async () => {
    const { summariseVideo, resolveVideo, getResult, forgetExpired } = await world.process();
    const look = async () => {
      const found = await resolveVideo.execute(`https://youtu.be/${VIDEO}`, AUTO);
      if (!('stored' in found) || !found.stored) throw new Error('nothing is stored');
      return found;
    };
    // A minute before the end of a day, which is also within the last minute of the transcript.
    world.clock.moveTo('2027-01-10T23:59:00Z');
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    for (const [at, expected] of [
      ['2027-01-10T23:59:00Z', 60_000],
      ['2027-01-10T23:59:50Z', 10_000],
      ['2027-01-11T00:00:00Z', 60_000],
      ['2027-01-11T23:58:45Z', 15_000],
    ] as const) {
      world.clock.moveTo(at);
      const { stored, keepMs } = await look();
      expect(keepMs).toBe(expected);
      expect(stored).toEqual(made);
      await expect(columns('SELECT delivered_on::text FROM results')).resolves.toEqual([at.slice(0, 10)]);
      world.clock.pass(keepMs - 1);
      await forgetExpired.execute();
      await expect(look()).resolves.toMatchObject({ stored: made });
      await expect(getResult.execute(made.resultRef)).resolves.toEqual(made);
    }
    world.clock.moveTo('2027-01-11T23:59:00Z');
    await expect(look()).rejects.toThrow('nothing is stored');
  });

  it.each(['', 'nothing', "' OR true --", '00000000-0000-4000-8000-000000000000'])(
    'is not found under the reference "%s"',
    async (reference) => {
      await (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
      await expect((await world.process()).getResult.execute(reference)).rejects.toMatchObject({
        kind: 'not_found',
        code: 'result_gone',
      });
    },
  );

  it('tells where its sentences begin, in order and each moment once, as long as it is kept, and to tell is no delivery', async () => {
    const { summariseVideo, getTicks } = await world.process();
    const made = await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    const startMs = [...new Set(made.sentences.map((sentence) => sentence.startMs))].sort((one, two) => one - two);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const told = { resultRef: made.resultRef, startMs };
    expect(startMs.length).toBeGreaterThan(0);
    await expect(getTicks.execute([unknown, made.resultRef, 'nothing', made.resultRef])).resolves.toEqual([told]);
    world.clock.days(30);
    await expect(getTicks.execute([made.resultRef])).resolves.toEqual([told]);
    world.clock.days(1);
    await expect(getTicks.execute([made.resultRef])).resolves.toEqual([]);
    await expect(getTicks.execute(Array(101).fill(made.resultRef))).rejects.toMatchObject({ code: 'too_many_results' });
  });

  it('never changes, even by a statement of our own code', async () => {
    await (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    await expect(world.database.query("UPDATE results SET summary = 'other'")).rejects.toThrow('never changes');
  });

  it('names no account: no column of this database does, except those of a job and of the transcripts of a day, which are kept for days, and the owner of a supplied transcript (DATA-5, SUM-24)', async () => {
    const names = await columns(
      "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'",
    );
    expect(names).toContain('results.result_ref');
    const naming = names.filter((name) => /account|user|customer|owner|api_?key|mail/i.test(String(name)));
    expect(naming.sort()).toEqual([
      'jobs.account_id',
      'result_owners.account_id',
      'result_owners.result_ref',
      'transcript_reads.account_id',
    ]);
  });
});

describe('what has expired', () => {
  it('is deleted also of the failures that were announced', async () => {
    world.source.text = '[Music]';
    await expect((await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays())).rejects.toMatchObject({
      code: 'transcript_empty',
    });
    await forget();
    expect(told.get('told_failures')).toBe(0);
    world.clock.pass(10 * 60_000);
    await forget();
    expect(told.get('told_failures')).toBe(1);
  });

  it('is deleted with every copy of the transcript, and what has not is kept', async () => {
    const { summariseVideo, getInfo } = await world.process();
    await summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    await getInfo.execute(`https://youtu.be/${VIDEO}`, ACCOUNT, stays());
    await expect(forget()).resolves.toBe(0);
    world.clock.days(1);
    await expect(forget()).resolves.toBe(2);
    await expect(world.results()).resolves.toBe(1);
    world.clock.days(30);
    await expect(forget()).resolves.toBe(1);
    expect(Object.fromEntries(told)).toEqual({
      results: 1,
      transcripts: 0,
      video_infos: 0,
      refusals: 0,
      told_failures: 0,
      jobs: 0,
      transcript_reads: 0,
    });
    await expect(forget()).resolves.toBe(0);
  });

  it('is deleted however much there is, but for what a call holds: nobody waits for the other', async () => {
    await (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
    const columns =
      'video_id, transcript_hash, engine, engine_version, title, transcript_length, summary, sentences, summary_type, language, focus_applied, created_at, delivered_on';
    await world.database.query(
      `INSERT INTO results (result_ref, parameters_hash, ${columns}) SELECT gen_random_uuid(), n::text::bytea, ${columns} FROM results, generate_series(1, 449) n`,
    );
    world.clock.days(31);
    const call = world.database.createQueryRunner();
    await call.startTransaction();
    try {
      await call.query('SELECT FROM results ORDER BY result_ref LIMIT 3 FOR UPDATE');
      await expect(forget()).resolves.toBe(447 + 1);
      await expect(world.results()).resolves.toBe(3);
    } finally {
      await call.rollbackTransaction();
      await call.release();
    }
    await expect(forget()).resolves.toBe(3);
  });
});
