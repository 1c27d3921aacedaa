import type { DomainError } from '@precis/runtime/domain-error';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { readConfig } from './config.js';
import { ExtractiveEngine } from './engines/extractive/extractive.engine.js';
import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from './testing/summarisation-world.js';
import { TextThreads } from './text-threads.js';
import { ComputingBudget } from './work/computing-budget.js';
import { captionsIn } from './youtube/caption-formats.js';

const NEEDED = { DATABASE_URL: 'postgres://db', GRPC_URL: 'unix:/s', CALLER_SECRETS: 'gateway=0123456789abcdef' };
const open = (settings = {}, computing = new ComputingBudget(60)) =>
  (threads = new TextThreads(readConfig({ ...NEEDED, ...settings }), createLogger('test', 'silent'), computing));
const SMALL = 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n';
/** Takes seconds to summarise. */
const LONG = Array.from(
  { length: 20_000 },
  (_, at) => `line ${at} says a${at % 977} and b${at % 733} and c${at % 631} to the keeper of gate d${at % 389}.`,
).join('\n');

let world: SummarisationWorld;
let threads: TextThreads | undefined;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(() => world.empty());
afterEach(() => threads?.close());

describe('captions in threads', () => {
  it('become the summary that they become on the event loop', async () => {
    const inThread = await (
      await world.process({}, 'threads')
    ).summariseVideo.execute(VIDEO, { length: 'detail', prompt: 'frozen winter bread' }, ACCOUNT, stays());
    await world.empty();
    const here = await (
      await world.process({}, new ExtractiveEngine())
    ).summariseVideo.execute(VIDEO, { length: 'detail', prompt: 'frozen winter bread' }, ACCOUNT, stays());
    expect({ ...inThread, resultRef: '' }).toEqual({ ...here, resultRef: '' });
    expect(inThread.sentences.length).toBeGreaterThan(3);
    expect(inThread.focusApplied).toBe(true);
  });

  it('are read as they are on the event loop', async () => {
    const json3 = JSON.stringify({
      wireMagic: 'pb3',
      events: [
        { tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'one \ud83d &amp; <i>two</i> 運河' }] },
        { tStartMs: 900, segs: [{ utf8: 'three' }] },
      ],
    });
    const { readCaptions } = open();
    for (const body of [json3, 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n', '', '<html>', 'nothing']) {
      const read = { body, language: 'en', isGenerated: false };
      expect(await readCaptions(read, stays(), ACCOUNT)).toEqual(captionsIn(read));
    }
  });

  it('are read until the application is closed, and no thread outlives it', async () => {
    const { app } = await world.process({}, 'threads');
    const { readCaptions } = app.get(TextThreads);
    const read = () => readCaptions({ body: SMALL, language: 'en', isGenerated: false }, stays(), ACCOUNT);
    await expect(read()).resolves.toMatchObject({ kind: 'segments' });
    await app.close();
    await expect(read()).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('that say nothing are refused as such, and the thread stays', async () => {
    world.source.text = '[Music]';
    await expect(
      (await world.process({}, 'threads')).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays()),
    ).rejects.toMatchObject({ kind: 'not_found', code: 'transcript_empty' });
  });

  it("that take more than their time are cut off uncharged, and who has lost an hour's share that way is refused before any work", async () => {
    world.source.text = LONG;
    const settings = { ENGINE_TIMEOUT_MS: 100, ENGINE_LOST_SECONDS_PER_HOUR: 2 };
    const { summariseVideo } = await world.process(settings, 'threads');
    const ask = (prompt: string, account: string) =>
      summariseVideo.execute(VIDEO, { length: 'detail', prompt }, account, stays());
    for (const prompt of ['one', 'two'])
      await expect(ask(prompt, 'attacker')).rejects.toMatchObject({ kind: 'unavailable', code: 'timed_out' });
    await expect(world.results()).resolves.toBe(0);
    world.source.calls = [];
    await expect(summariseVideo.execute('bbbbbbbbbbb', AUTO, 'attacker', stays())).rejects.toMatchObject({
      kind: 'exhausted',
      code: 'computing_budget_spent',
      limit: 2,
      retryAfterSeconds: expect.any(Number),
    });
    expect(world.source.calls).toEqual([]);
    await expect(ask('three', 'victim')).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('that need more memory than one summary may use are cut off, and the service continues', async () => {
    const text = world.source.text;
    // No word is repeated, so each one is kept; and words are short, because the characters of a transcript are limited.
    world.source.text = Array.from({ length: 70_000 }, (_, at) =>
      [...'abcdefghijk'].map((letter) => letter + at.toString(36)).join(' '),
    ).join('\n');
    const { summariseVideo } = await world.process({ ENGINE_MEMORY_MB: 64 }, 'threads');
    await expect(summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'timed_out',
    });
    world.source.text = text;
    await expect(summariseVideo.execute('bbbbbbbbbbb', AUTO, ACCOUNT, stays())).resolves.toMatchObject({
      videoId: 'bbbbbbbbbbb',
    });
  });

  it('that give nothing count with the processor time of reading them, against the account that asked (LIMIT-13)', async () => {
    const computing = new ComputingBudget(1);
    const { readCaptions } = open({}, computing);
    const read = (body: string, account: string) =>
      readCaptions({ body, language: 'en', isGenerated: false }, stays(), account);
    const nothing = `<transcript>${'<text start="1" dur="1"> </text>'.repeat(100_000)}</transcript>`;
    const spoken = nothing.replace('> <', '>said<');
    for (let times = 0; times < 20; times += 1) await read(spoken, 'reader');
    expect(() => computing.admit('reader')).not.toThrow();
    await eventually('the hour of the other one is used up', async () => {
      await expect(read(nothing, 'attacker')).resolves.toEqual({ kind: 'wordless' });
      try {
        computing.admit('attacker');
      } catch (error) {
        return (error as DomainError).code === 'computing_budget_spent';
      }
    });
  });

  it('of one account hold one of the two reading threads at most, and what is cut off there counts against it', async () => {
    const computing = new ComputingBudget(2);
    const { readCaptions } = open({ YOUTUBE_TOTAL_TIMEOUT_MS: '300' }, computing);
    // Takes most of a second to read, within the bound on the objects of a body.
    const slow = `<transcript>${Array.from({ length: 290_000 }, (_, at) => `<text start="${at}" dur="1">&amp;#39;&amp;a${at}${'&amp;#39;'.repeat(2)}</text>`).join('')}</transcript>`;
    const read = (body: string, account: string) =>
      readCaptions({ body, language: 'en', isGenerated: false }, stays(), account);
    // Both threads have started.
    await Promise.all(['victim', 'attacker'].map((account) => read(SMALL, account)));
    const ended: string[] = [];
    const slowly = [1, 2, 3].map(() =>
      read(slow, 'attacker')
        .then(
          () => 'read',
          (error: Error) => error.name,
        )
        .then((how) => void ended.push(how)),
    );
    await read(SMALL, 'victim');
    // In a single queue for all it would be fourth, after two that take all their time.
    expect(ended.length).toBeLessThan(2);
    await Promise.all(slowly);
    expect(ended).toEqual(['CutOff', 'CutOff', 'CutOff']);
    expect(() => computing.admit('attacker')).toThrow('without a summary');
    expect(() => computing.admit('victim')).not.toThrow();
  });
});
