import type { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import {
  ACCOUNT,
  AUTO,
  OTHER_ACCOUNT,
  stays,
  SummarisationWorld,
  type UseCases,
  VIDEO,
} from '../testing/summarisation-world.js';
import { bytes, srt, supplied, TALK } from '../testing/supplied-talk.js';
import { SummariseSupplied } from './summarise-supplied.usecase.js';

let world: SummarisationWorld;
beforeAll(async () => {
  world = await SummarisationWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.empty());
afterEach(() => jest.restoreAllMocks());

const url = `https://youtu.be/${VIDEO}`;
const use = ({ app }: UseCases) => app.get(SummariseSupplied, { strict: false });
const started = async (settings = {}) => {
  const process = await world.process(settings);
  const ask = (what = supplied(), account = ACCOUNT, caller = stays()) =>
    use(process).execute(what, AUTO, account, caller);
  return { ...process, ask };
};
const everything = async () => {
  const tables = [
    'results',
    'result_evidence',
    'result_owners',
    'transcripts',
    'video_infos',
    'refusals',
    'told_failures',
    'outbox',
  ];
  const rows = await Promise.all(
    tables.map((table) => world.database.query<object[]>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`)),
  );
  return Object.fromEntries(tables.map((table, at) => [table, JSON.stringify(rows[at])]));
};

describe('a summary of a supplied transcript (SUM-10)', () => {
  it('is of what was supplied, with its moments, asks YouTube nothing, and is marked', async () => {
    const { ask, getResult, verifyResult } = await started();
    const result = await ask();
    expect(result).toMatchObject({
      videoId: VIDEO,
      title: 'My talk',
      language: 'en',
      engine: 'extractive',
      transcriptSource: 'supplied',
      durationSeconds: 0,
    });
    expect(result.summary).toContain('zanzibarquux');
    for (const { text, startMs } of result.sentences)
      expect(TALK[(startMs - 10_000) / 60_000]).toContain(text.slice(5, -1));
    expect(world.source.calls).toEqual([]);
    await expect(getResult.execute(result.resultRef)).resolves.toEqual(result);
    const { sentences } = await verifyResult.execute(result.resultRef);
    expect(sentences.flatMap(({ reasons }) => reasons)).toEqual([]);
    expect(sentences).toHaveLength(result.sentences.length);
  });

  it('has the reference that its caller chose, and never takes one that exists already (SUM-24)', async () => {
    const { ask, getResult } = await started();
    const chosenRef = randomUUID();
    const first = await ask(supplied(undefined, { chosenRef }));
    expect(first.resultRef).toBe(chosenRef);
    // A repeat of the call, and another account with the same reference.
    const others = [
      await ask(supplied(undefined, { chosenRef, title: 'Again' })),
      await ask(supplied(undefined, { chosenRef, title: 'Foreign' }), OTHER_ACCOUNT),
    ];
    expect(new Set([chosenRef, ...others.map(({ resultRef }) => resultRef)]).size).toBe(3);
    await expect(getResult.execute(chosenRef)).resolves.toEqual(first);
    const owners = await world.database.query('SELECT account_id FROM result_owners WHERE result_ref = $1', [
      chosenRef,
    ]);
    expect(owners).toEqual([{ account_id: ACCOUNT }]);
  });

  it('needs neither a video nor a title, and may come as segments', async () => {
    const { ask } = await started();
    const segments = TALK.map((text, at) => ({ startSeconds: at * 5, text }));
    const body = { kind: 'segments' as const, bytes: bytes(JSON.stringify(segments)) };
    await expect(ask({ videoId: '', title: '', body })).resolves.toMatchObject({
      videoId: '',
      title: 'Supplied transcript',
      transcriptSource: 'supplied',
    });
  });

  it('is made without a model in the requested language when the few small words of a terse transcript are of that language (SUM-21)', async () => {
    const steps = [
      'Drain old engine oil, then replace oil filter element.',
      'Tighten drain plug to 25 newton metres, washer new.',
      'Fill with four litres of fresh engine oil, synthetic grade.',
      'Start engine, inspect filter housing and plug area for leaks.',
    ];
    const process = await started();
    const inEnglish = { ...AUTO, language: 'en' };
    const ask = (parameters = AUTO) => use(process).execute(supplied(srt(steps)), parameters, ACCOUNT, stays());
    const plain = await ask();
    expect(plain.language).toBe('und');
    expect(await ask(inEnglish)).toMatchObject({ language: 'en', engine: 'extractive', summary: plain.summary });
    await expect(ask({ ...AUTO, language: 'de' })).rejects.toMatchObject({ code: 'language_unavailable' });
  });

  it('is found by no other request: not for the same video, for the same transcript, or by its own account again', async () => {
    const { ask, resolveVideo, summariseVideo } = await started();
    const { resultRef } = await ask();
    await expect(resolveVideo.execute(url, AUTO)).resolves.toEqual({ videoId: VIDEO, stored: null });
    const other = await summariseVideo.execute(VIDEO, AUTO, OTHER_ACCOUNT, stays());
    expect(JSON.stringify(other)).not.toContain('zanzibarquux');
    expect(other.transcriptSource).toBe('youtube');
    const refs = [
      resultRef,
      other.resultRef,
      (await ask()).resultRef,
      (await ask(supplied(), OTHER_ACCOUNT)).resultRef,
    ];
    expect(new Set(refs).size).toBe(4);
    await expect(resolveVideo.execute(url, AUTO)).resolves.toMatchObject({ stored: { resultRef: other.resultRef } });
  });

  it('is computed separately: equal calls of two accounts at the same time share nothing', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const { ask } = await started();
    const both = [ask(supplied(), ACCOUNT), ask(supplied(), OTHER_ACCOUNT)];
    await eventually('both', () => world.engine.calls === 2);
    gate.resolve();
    const [one, other] = await Promise.all(both);
    expect(one.resultRef).not.toBe(other.resultRef);
  });

  it('leaves nothing of the transcript but the result and its evidence, and publishes no event', async () => {
    const { ask } = await started();
    await ask();
    await expect(ask(supplied('zanzibarquux'))).rejects.toMatchObject({ kind: 'invalid' });
    const { results, result_evidence: evidence, result_owners: owners, ...others } = await everything();
    expect([results, evidence].map((rows) => rows.includes('zanzibarquux'))).toEqual([true, true]);
    expect(owners).toContain(ACCOUNT);
    expect(Object.values(others)).toEqual(['[]', '[]', '[]', '[]', '[]']);
  });

  it('is deleted with its evidence like any other result', async () => {
    const { ask, forgetExpired } = await started();
    await ask();
    world.clock.days(31);
    await forgetExpired.execute();
    expect(JSON.stringify(await everything())).not.toContain('zanzibarquux');
  });

  it.each([
    ['no subtitles', 'just a text', 'transcript_invalid'],
    ['nothing', ' ', 'transcript_empty'],
    ['sounds alone', srt(['[Music]', '[Applause]']), 'transcript_empty'],
    ['numerals alone that are no digits', srt(['Ⅷ', '½ ½', '٣٤ ٣٤ ٣٤ ٣٤ ٣٤ ٣٤']), 'transcript_empty'],
    [
      'too many words',
      srt(Array.from({ length: 84 }, (_, at) => `${at} ${'w '.repeat(2_400)}`)),
      'transcript_too_long',
    ],
  ])('of %s is refused as the caller’s mistake', async (_, body, code) => {
    const { ask } = await started();
    await expect(ask(supplied(body))).rejects.toMatchObject({ kind: 'invalid', code });
    await expect(world.results()).resolves.toBe(0);
    await expect(world.told()).resolves.toEqual([]);
  });

  it('that is refused costs its account the time of reading it; when the hourly budget is used up, nothing more is read (LIMIT-13)', async () => {
    const { ask } = await started({ ENGINE_LOST_SECONDS_PER_HOUR: 1 });
    // Nearly all of it is read before it turns out to have too many words.
    const segments = Array.from({ length: 1_010 }, (_, at) => ({
      startSeconds: at,
      text: `${'w'.repeat(19)}${at} `.repeat(199),
    }));
    const tooLong = supplied('', { body: { kind: 'segments', bytes: bytes(JSON.stringify(segments)) } });
    const spent = await eventually('an empty budget', async () => {
      const refusal = await ask(tooLong).catch((error: DomainError) => error);
      return 'code' in refusal && refusal.code !== 'transcript_too_long' && refusal;
    });
    expect(spent).toMatchObject({ kind: 'exhausted', code: 'computing_budget_spent', limit: 1 });
    await expect(ask()).rejects.toMatchObject({ code: 'computing_budget_spent' });
    await expect(ask(supplied(), OTHER_ACCOUNT)).resolves.toMatchObject({ title: 'My talk' });
  });

  it('of 5 MB is read while the event loop serves others', async () => {
    const words = Array.from({ length: 12_000 }, (_, at) => `line ${at} ${'says something of the pump '.repeat(12)}`);
    const body = words
      .map((text, at) => `${Math.floor(at / 60)}:${at % 60}.000 --> ${Math.floor(at / 60)}:${at % 60}.900\n${text}\n`)
      .join('\n')
      .slice(0, 4_900_000);
    const { ask } = await started();
    await ask();
    let [turns, isOver] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const asked = ask(supplied(`WEBVTT\n\n${body}`)).finally(() => (isOver = true));
    await expect(asked).rejects.toMatchObject({ code: 'transcript_too_long' });
    expect(turns).toBeGreaterThan(1_000);
  });
});
