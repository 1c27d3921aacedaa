import { randomUUID } from 'node:crypto';
import { segmentsOf } from '../transcripts/captions.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import { AUTO, stays, SummarisationWorld, type UseCases, VIDEO } from '../testing/summarisation-world.js';
import { transcriptRefused } from '../youtube/youtube.errors.js';
import { TranscriptReadsRepository } from './transcript-reads.repository.js';

const URL_OF_VIDEO = `https://youtu.be/${VIDEO}`;
const SAID = Buffer.from(
  JSON.stringify(
    ['The pump lifts water.', 'Two engineers built it.', 'A motor turns it.'].map((text, at) => ({
      startSeconds: at * 5,
      text,
    })),
  ),
);

let world: SummarisationWorld;
let ann: string;
let cases: UseCases;
beforeAll(async () => {
  world = await SummarisationWorld.open();
});
afterAll(() => world.close());
afterEach(() => jest.restoreAllMocks());
beforeEach(async () => {
  await world.empty();
  ann = randomUUID();
  cases = await world.process({ TRANSCRIPTS_PER_DAY: 2 });
});

const read = (language = '', url = URL_OF_VIDEO, by: UseCases = cases, account = ann) =>
  by.readTranscript.execute(url, account, language, stays());
const estimate = (more: object = {}, url = URL_OF_VIDEO) =>
  cases.estimateSummary.execute({ url, parameters: AUTO, account: ann, ...more }, stays());
const reads = async (account = ann): Promise<number | undefined> => {
  const [row] = await world.database.query('SELECT reads FROM transcript_reads WHERE account_id = $1', [account]);
  return row?.reads;
};

describe('the transcript of a video (VID-20)', () => {
  it('is what a summary is made of, looked up once for both', async () => {
    const found = (await read()) as Transcript;
    expect(found).toMatchObject({ videoId: VIDEO, title: 'A walk', language: 'en', isGenerated: false });
    expect(segmentsOf(found.captions)[0]).toEqual({
      startMs: 0,
      durationMs: 4_000,
      text: 'The old mill stands beside the river at the end of the village.',
    });
    await cases.summariseVideo.execute(VIDEO, AUTO, ann, stays());
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
  });

  it('in another language comes only from captions, and a missing language does not affect the spoken one (VID-21)', async () => {
    world.source.languages = ['en', 'de'];
    expect(await read('de')).toMatchObject({ language: 'de' });
    await expect(read('fr')).rejects.toMatchObject({ code: 'language_unavailable', kind: 'not_found' });
    expect(await read('en')).toMatchObject({ language: 'en' });
    expect((await cases.summariseVideo.execute(VIDEO, AUTO, ann, stays())).language).toBe('en');
    expect(world.source.calls.filter((call) => call.endsWith(' de'))).toHaveLength(1);
    await expect(read('xx')).rejects.toMatchObject({ code: 'language_unknown' });
    expect(await read('', 'https://example.org')).toEqual({ invalidCode: 'invalid_url' });
  });

  it('is refused as a summary is, and a refusal does not count', async () => {
    world.source.failure = transcriptRefused('video_private');
    await expect(read()).rejects.toMatchObject({ code: 'video_private', kind: 'not_found' });
    await expect(read()).rejects.toMatchObject({ code: 'video_private' });
    expect(await reads()).toBe(0);
  });

  it('keeps its own reason of refusal when the database fails while the unit of the day is returned', async () => {
    world.source.failure = transcriptRefused('video_private');
    jest
      .spyOn(TranscriptReadsRepository.prototype, 'giveBack')
      .mockRejectedValueOnce(new Error('Connection terminated'));
    await expect(read()).rejects.toMatchObject({ code: 'video_private' });
  });

  it('longer than 3 MB is refused, since the gateway has to read each byte', async () => {
    world.source.text = Array.from({ length: 1_000 }, () => 'long '.repeat(700)).join('\n');
    await expect(read()).rejects.toMatchObject({ code: 'transcript_too_large', kind: 'not_found' });
    expect(await reads()).toBe(0);
  });
});

describe('the daily limit of an account (LIMIT-14)', () => {
  it('is exact for the transcripts of all copies at the same time, and starts again at midnight', async () => {
    const other = await world.process({ TRANSCRIPTS_PER_DAY: 2 });
    const all = await Promise.allSettled([read(), read('', undefined, other), read(), read('', undefined, other)]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const leftSeconds = Math.ceil((86_400_000 - (world.clock.now().getTime() % 86_400_000)) / 1_000);
    await expect(read()).rejects.toMatchObject({
      code: 'too_many_transcripts',
      kind: 'exhausted',
      limit: 2,
      retryAfterSeconds: leftSeconds,
    });
    expect(await read('', undefined, cases, randomUUID())).toMatchObject({ videoId: VIDEO });
    world.clock.pass(leftSeconds * 1_000);
    expect(await read()).toMatchObject({ videoId: VIDEO });
    await cases.forgetExpired.execute();
    const days = await world.database.query('SELECT reads FROM transcript_reads WHERE account_id = $1', [ann]);
    expect(days).toEqual([{ reads: 1 }]);
  });

  it('has as much computing as may be lost, estimates counted too (LIMIT-13)', async () => {
    cases = await world.process({ TRANSCRIPTS_PER_DAY: 1_000, ENGINE_LOST_SECONDS_PER_HOUR: 1 });
    let done = 0;
    const refused = async () => {
      for (; done < 400; done++) await (done % 2 === 0 ? read() : estimate());
    };
    await expect(refused()).rejects.toMatchObject({ code: 'computing_budget_spent' });
    expect(done).toBeGreaterThan(50);
  });
});

describe('an estimate (SUM-26)', () => {
  it('predicts the summary of the same request, and never makes one', async () => {
    const before = await estimate();
    expect(before).toMatchObject({ videoId: VIDEO, title: 'A walk', language: 'en', isStored: false });
    expect([world.engine.calls, await world.results()]).toEqual([0, 0]);
    const result = await cases.summariseVideo.execute(VIDEO, AUTO, ann, stays());
    expect(before).toMatchObject({
      engine: result.engine,
      transcriptLength: result.transcriptLength,
      durationSeconds: result.durationSeconds,
    });
    expect(await estimate()).toMatchObject({ isStored: true, engine: result.engine });
    expect(await estimate({ parameters: { ...AUTO, language: 'en-GB' } })).toMatchObject({ isStored: true });
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
  });

  it('names the refusal that summarise gives, of the video and of the language', async () => {
    const summary = (parameters: object) =>
      cases.summariseVideo.execute(VIDEO, { ...AUTO, ...parameters }, ann, stays()).catch((error) => error.code);
    expect(await estimate({ parameters: { ...AUTO, language: 'de' } })).toMatchObject({
      engine: '',
      refusal: { code: await summary({ language: 'de' }) },
    });
    await world.database.query('TRUNCATE transcripts');
    world.source.failure = transcriptRefused('transcript_disabled');
    expect(await estimate()).toMatchObject({ videoId: VIDEO, refusal: { code: await summary({}) } });
    expect(await estimate({}, 'nonsense')).toEqual({ invalidCode: 'invalid_url' });
  });

  it('reads a supplied transcript, whose faults are those of summarise', async () => {
    cases = await world.process({}, 'threads');
    const of = (bytes: Buffer) =>
      estimate({ supplied: { videoId: '', title: 'Mine', body: { kind: 'segments', bytes } } }, '');
    expect(await of(SAID)).toMatchObject({ videoId: '', title: 'Mine', isStored: false, engine: 'extractive' });
    await expect(of(Buffer.from('[]'))).rejects.toMatchObject({ kind: 'invalid', code: 'transcript_empty' });
    expect(await world.results()).toBe(0);
  });
});
