import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { ACCOUNT, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';
import { overloaded } from '../work/work.errors.js';
import { DemoSource } from './demo.source.js';
import { LookUpBudget, LookUpSlots } from './look-up-budget.js';
import { SourceOutcomes } from './source-outcomes.js';
import { TranscriptLibrary } from './transcript-library.js';
import { TranscriptsRepository } from './transcripts.repository.js';

let world: SummarisationWorld;
let library: TranscriptLibrary;
let outcomes: SourceOutcomes;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  outcomes = new SourceOutcomes(world.clock);
  library = open();
});

function open(concurrency = 4, maxWaiting = 10, sourceTimeoutMs = 9_000, burst = 100): TranscriptLibrary {
  const { source, clock, database } = world;
  const slots = new LookUpSlots({ atOnce: concurrency, waiting: maxWaiting, refusal: overloaded }, sourceTimeoutMs);
  const budget = new LookUpBudget({ burst, perMinute: 1 }, () => clock.now().getTime());
  return new TranscriptLibrary(
    new DemoSource(false),
    source,
    new TranscriptsRepository(database),
    clock,
    slots,
    budget,
    outcomes,
  );
}

const MINUTE = 60_000;
const refuse = (kind: 'not_found' | 'unavailable', code: DomainError['code']) =>
  (world.source.failure = new DomainError(kind, code, 'No.'));

describe('the known state of the source', () => {
  it('depends only on its own answers: a refusal is an answer, a stored answer and our own failures are not (API-26)', async () => {
    expect(outcomes.state()).toBe('unknown');
    refuse('not_found', 'video_private');
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toThrow();
    expect(outcomes.state()).toBe('operational');
    refuse('unavailable', 'overloaded');
    await expect(library.transcript('bbbbbbbbbbb', ACCOUNT, stays())).rejects.toThrow();
    expect(outcomes.state()).toBe('operational');
    refuse('unavailable', 'source_blocked');
    for (const id of ['ccccccccccc', 'ddddddddddd', 'eeeeeeeeeee'])
      await expect(library.transcript(id, ACCOUNT, stays())).rejects.toThrow();
    expect(outcomes.state()).toBe('down');
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({ code: 'video_private' });
    expect(outcomes.state()).toBe('down');
  });
});

describe('a transcript', () => {
  it('is requested once in 24 hours, by any process, and then again', async () => {
    const first = await library.transcript(VIDEO, ACCOUNT, stays());
    world.clock.pass(24 * 60 * MINUTE - 1);
    await expect(open().transcript(VIDEO, ACCOUNT, stays())).resolves.toEqual(first);
    await expect(library.known(VIDEO)).resolves.toMatchObject({ hash: first.hash });
    world.clock.pass(1);
    await expect(library.known(VIDEO)).resolves.toBeNull();
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).resolves.toEqual(first);
    expect(world.source.calls).toHaveLength(2);
    await expect(library.known(VIDEO)).resolves.toMatchObject({ hash: first.hash });
  });

  it('is requested once for many callers at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => library.transcript(VIDEO, ACCOUNT, stays())));
    expect(world.source.calls).toEqual([`transcript ${VIDEO}`]);
  });

  it('that two copies look up at the same time is the first one for 24 hours, so that summaries of it remain valid (SUM-31)', async () => {
    const gate = Promise.withResolvers<void>();
    world.source.gate = gate.promise;
    const second = open().transcript(VIDEO, ACCOUNT, stays());
    await eventually('the second look-up', () => world.source.calls.length === 1);
    world.source.gate = Promise.resolve();
    const first = await library.transcript(VIDEO, ACCOUNT, stays());
    world.source.text = 'Meanwhile the captions were corrected.';
    gate.resolve();
    const other = await second;
    expect(other.hash).not.toEqual(first.hash);
    await expect(library.known(VIDEO)).resolves.toMatchObject({ hash: first.hash });
    world.clock.pass(24 * 60 * MINUTE);
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({ hash: other.hash });
    await expect(library.known(VIDEO)).resolves.toMatchObject({ hash: other.hash });
  });

  it('is returned from the store unchanged, whatever characters it contains', async () => {
    const { text } = world.source;
    world.source.text = 'NUL \u0000, half a sign \ud83d, 運河, a quote " and a \\ here.\nSecond line.';
    const strange = ',"segments":[] \u0000 \ud83d "x"]}';
    world.source.chapters = [{ startMs: 0, endMs: 60_400, title: strange, source: 'creator' }];
    const fetched = await library.transcript(VIDEO, ACCOUNT, stays());
    const kept = await open().transcript(VIDEO, ACCOUNT, stays());
    world.source.text = text;
    expect(world.source.calls).toHaveLength(1);
    expect(kept).toEqual(fetched);
    expect(kept.transcript.chapters?.[0].title).toBe(strange);
  });

  it.each(['video_unavailable', 'video_private', 'transcript_disabled', 'age_restricted'] as const)(
    'that is refused as %s is not requested again for 10 minutes',
    async (code) => {
      refuse('not_found', code);
      await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({ code });
      world.clock.pass(10 * MINUTE - 1);
      await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({
        kind: 'not_found',
        code,
        publicMessage: 'No.',
      });
      await expect(library.known(VIDEO)).resolves.toMatchObject({ refusal: { code } });
      expect(world.source.calls).toHaveLength(1);
      world.clock.pass(1);
      world.source.failure = undefined;
      await expect(library.known(VIDEO)).resolves.toBeNull();
      await expect(library.transcript(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({
        transcript: { videoId: VIDEO },
      });
    },
  );

  it.each([
    ['unavailable', 'source_blocked'],
    ['unavailable', 'source_unavailable'],
    ['not_found', 'geo_blocked'],
  ] as const)('that fails with %s %s is requested again immediately', async (kind, code) => {
    refuse(kind, code);
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({ kind, code });
    world.source.failure = undefined;
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({
      transcript: { videoId: VIDEO },
    });
  });

  it('delays its caller no longer than the time limit of the source', async () => {
    world.source.gate = new Promise(() => undefined);
    refuse('unavailable', 'source_unavailable');
    await expect(open(1, 10, 200).transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({
      code: 'source_unavailable',
    });
  });

  it('is refused as overloaded when too many callers wait for the source', async () => {
    const gate = Promise.withResolvers<void>();
    world.source.gate = gate.promise;
    const narrow = open(1, 1);
    const asked = ['bbbbbbbbbbb', 'ccccccccccc', 'ddddddddddd'].map((id) => narrow.transcript(id, ACCOUNT, stays()));
    await expect(
      Promise.any(
        asked.map((one) =>
          one.then(
            () => 'read',
            (error: DomainError) => error.code,
          ),
        ),
      ),
    ).resolves.toBe('overloaded');
    gate.resolve();
    const ended = await Promise.allSettled(asked);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('the stored data of a video', () => {
  it('is requested once in 24 hours if the video has captions, once in 10 minutes if it has none', async () => {
    await library.info(VIDEO, ACCOUNT, stays());
    world.clock.pass(23 * 60 * MINUTE);
    await expect(library.info(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({
      title: 'A walk',
      tracks: [{ code: 'en' }],
    });
    expect(world.source.calls).toHaveLength(1);
    world.source.hasCaptions = false;
    world.clock.pass(2 * 60 * MINUTE);
    await expect(library.info(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({ tracks: [] });
    world.clock.pass(10 * MINUTE);
    await library.info(VIDEO, ACCOUNT, stays());
    expect(world.source.calls).toHaveLength(3);
  });

  it('is returned although its captions were refused a moment ago', async () => {
    refuse('not_found', 'transcript_disabled');
    await expect(library.transcript(VIDEO, ACCOUNT, stays())).rejects.toMatchObject({ code: 'transcript_disabled' });
    world.source.failure = undefined;
    world.source.hasCaptions = false;
    await expect(library.info(VIDEO, ACCOUNT, stays())).resolves.toMatchObject({ title: 'A walk', tracks: [] });
  });
});
