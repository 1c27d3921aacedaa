import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import { FIXED_FAULTS } from '@precis/sandbox/youtube/sim-faults';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { RunningSummarisation, silent } from '@precis/summarisation/testing/running-summarisation';
import { eventually } from '@precis/testing/eventually';
import { freshDatabase } from '@precis/testing/postgres';

const FLOOD = process.env.FULL ? 1_000 : 150;
const PER_SECOND = 30;
const BURST = 60;
/** The time of every answer of the player. */
const SLOW_MS = 200;
const CONTENT = [
  'huge',
  'rtl',
  'cjk',
  'injection',
  'no_dur',
  'entities',
  'only',
  'kids_visionos',
  'pot',
  'dup_lang',
  'no_title',
];
/** Different videos that have a summary. */
const SOUND = [
  'simBEES0001',
  'simBRIDGES1',
  'simGERMAN01',
  'simBRITISH1',
  ...FIXED_FAULTS.filter(({ fault }) => CONTENT.includes(fault.split(':')[0])).map(({ videoId }) => videoId),
];

/** Time limits that these tests do not examine, long enough for a busy machine. */
const PATIENT = { YOUTUBE_CALL_TIMEOUT_MS: '30000', YOUTUBE_TOTAL_TIMEOUT_MS: '60000', SUMMARY_TIMEOUT_MS: '90000' };
const DEADLINE = { deadlineMs: 100_000 };

const closers: (() => Promise<unknown> | void)[] = [];
let simulator: YouTubeSimulator;
beforeAll(async () => {
  simulator = await startYouTubeSimulator();
  closers.push(() => simulator.close());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
beforeEach(() => simulator.reset());

/** The whole service as the gateway sees it, with a simulated YouTube. */
async function serve(settings: Record<string, string> = {}) {
  const [own, log] = [await freshDatabase(), await freshDatabase()];
  closers.push(own.drop, log.drop);
  const bus = await openEmbeddedBus({ url: log.url, logger: silent });
  closers.push(() => bus.close());
  const running = await RunningSummarisation.start(own.url, bus, {
    YOUTUBE_BASE_URL: simulator.url,
    ...PATIENT,
    ...settings,
  });
  closers.push(() => running.close());
  const gateway = running.as('gateway');
  return {
    info: (accountId: string, videoId: string) =>
      gateway.getInfo({ url: `https://youtu.be/${videoId}`, accountId }, DEADLINE),
    summarise: (accountId: string, videoId: string, customPrompt = '') =>
      gateway.summarise(
        { videoId, accountId, parameters: { summaryType: SummaryType.SUMMARY_TYPE_SHORT, customPrompt, language: '' } },
        DEADLINE,
      ),
  };
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
/** Repeats a call that asks to retry: on a busy machine a flood may hold all connections to the database for seconds. */
async function insisting(call: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const code = await codeOf(call());
    if (code !== 'database_unavailable') return code;
  }
}
const randomId = (nr: number) => `ghost${String(nr).padStart(6, '0')}`;

describe('look-ups at a slow YouTube', () => {
  it('continue for others while one account floods info with random ids, and YouTube is not asked faster than the pace', async () => {
    const service = await serve({
      LOOKUPS_BURST: String(BURST),
      LOOKUPS_PER_MINUTE: '1',
      YOUTUBE_REQUESTS_PER_SECOND: String(PER_SECOND),
    });
    simulator.setFault('*', 'player', `slow:${SLOW_MS}`);
    const startMs = performance.now();
    const attack = Array.from({ length: FLOOD }, (_, nr) => codeOf(service.info('attacker', randomId(nr))));
    // The flood is in the queue before the victim arrives.
    await expect(insisting(() => service.summarise('victim', 'precisDemo1'))).resolves.toBe('ok');
    const victim = await Promise.all(SOUND.map((id) => insisting(() => service.summarise('victim', id))));
    expect(victim).toEqual(SOUND.map(() => 'ok'));

    const answers = await Promise.all(attack);
    const count = (code: string) => answers.filter((one) => one === code).length;
    // On a busy machine some calls of the flood find no free connection to the database; each uses up one look-up at most.
    const lost = count('database_unavailable');
    expect(count('too_many_lookups') + count('video_unavailable') + lost).toBe(answers.length);
    expect(count('video_unavailable')).toBeLessThanOrEqual(BURST);
    expect(count('video_unavailable')).toBeGreaterThanOrEqual(BURST - lost);
    expect(count('too_many_lookups')).toBeGreaterThan(0);
    const seconds = (performance.now() - startMs) / 1_000;
    expect(simulator.log().length).toBeLessThanOrEqual(PER_SECOND * (1 + seconds));
  }, 120_000);

  it('continue for others while the lines are full, whatever the budget of the account that fills them', async () => {
    const service = await serve({ LOOKUPS_BURST: '1000000', QUEUE_LIMIT: '20', YOUTUBE_REQUESTS_PER_SECOND: '10000' });
    simulator.setFault('*', 'player', `slow:${SLOW_MS}`);
    let nr = 0;
    let isOver = false;
    const seen = new Set<string>();
    const attack = Array.from({ length: 60 }, async () => {
      while (!isOver) {
        seen.add(await codeOf(service.info('attacker', randomId((nr += 1)))));
        await pause(30);
      }
    });
    await eventually('the lines are full', () => seen.has('overloaded'));
    const victim = await Promise.all(SOUND.map((id) => codeOf(service.summarise('victim', id))));
    isOver = true;
    expect(victim).toEqual(SOUND.map(() => 'ok'));
    await Promise.all(attack);
    expect([...seen].sort()).toEqual(['overloaded', 'video_unavailable']);
  }, 120_000);

  it('are refused only to the account that has spent them, with 429 and its limit', async () => {
    const service = await serve({ LOOKUPS_BURST: '3', LOOKUPS_PER_MINUTE: '1' });
    for (const nr of [0, 1, 2])
      await expect(codeOf(service.info('attacker', randomId(nr)))).resolves.toBe('video_unavailable');
    const refused = { kind: 'exhausted', code: 'too_many_lookups', limit: 3, retryAfterSeconds: expect.any(Number) };
    await expect(service.info('attacker', randomId(3))).rejects.toMatchObject(refused);
    await expect(service.summarise('attacker', 'simBEES0001')).rejects.toMatchObject(refused);
    await expect(codeOf(service.summarise('victim', 'simBEES0001'))).resolves.toBe('ok');
    // A stored answer needs no look-up, independent of the account that caused it.
    await expect(codeOf(service.info('attacker', randomId(0)))).resolves.toBe('video_unavailable');
    await expect(codeOf(service.summarise('attacker', 'simBEES0001'))).resolves.toBe('ok');
  });

  it('cost nothing when they lead to a summary', async () => {
    const service = await serve({ LOOKUPS_BURST: '2', LOOKUPS_PER_MINUTE: '1' });
    for (const id of SOUND.slice(0, 4)) {
      await expect(codeOf(service.info('ann', id))).resolves.toBe('ok');
      await expect(codeOf(service.summarise('ann', id))).resolves.toBe('ok');
    }
  });

  it('remember a missing video, so that another request for info or a summary does not reach YouTube', async () => {
    const service = await serve();
    await expect(codeOf(service.info('ann', randomId(0)))).resolves.toBe('video_unavailable');
    const asked = simulator.log().length;
    await expect(codeOf(service.summarise('bob', randomId(0)))).resolves.toBe('video_unavailable');
    await expect(codeOf(service.info('bob', randomId(0)))).resolves.toBe('video_unavailable');
    expect(simulator.log()).toHaveLength(asked);
  });

  it('are shared by accounts that want the same video: one look-up, one summary', async () => {
    const service = await serve();
    const accounts = Array.from({ length: 20 }, (_, nr) => `account ${nr}`);
    const answers = await Promise.all(accounts.map((account) => service.summarise(account, 'simBEES0001')));
    expect(new Set(answers.map(({ result }) => result?.resultRef)).size).toBe(1);
    expect(simulator.log().map(({ path }) => path)).toEqual(['/youtubei/v1/player', '/api/timedtext']);
  });
});

describe('a video with fields that no video has', () => {
  it('has info and a summary, both from the source and from the stored copy', async () => {
    const service = await serve();
    for (const account of ['first', 'again']) {
      const info = await service.info(account, 'simFIELDS00');
      expect(info).toMatchObject({
        videoId: 'simFIELDS00',
        durationSeconds: 0,
        tracks: [{ code: 'en' }, { code: 'en' }],
      });
      const { result } = await service.summarise(account, 'simFIELDS00', account);
      expect(result?.sentences.length).toBeGreaterThan(0);
    }
  });
});
