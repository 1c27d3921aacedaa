import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import type { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { segmentsOf } from '@precis/summarisation/transcripts/captions';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

const BEES = 'simBEES0001';

describe('one sequence of calls per video, however many ask', () => {
  let simulator: YouTubeSimulator;
  let source: YouTubeSource;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
    source = sourceAt(simulator.url, { callTimeoutMs: 3_000, totalTimeoutMs: 8_000 });
  });
  beforeEach(() => simulator.reset());
  afterAll(async () => {
    await source.close();
    await simulator.close();
  });
  const paths = (): string[] => simulator.log().map(({ path }) => path);

  it('makes one player call and one caption call for 50 parallel transcripts', async () => {
    const transcripts = await Promise.all(Array.from({ length: 50 }, () => source.transcript(BEES, [], patient())));
    expect(new Set(transcripts.map(({ trackId }) => trackId))).toEqual(new Set(['.en']));
    expect(paths()).toEqual(['/youtubei/v1/player', '/api/timedtext']);
  });

  it('answers info and transcripts of two languages from one player call', async () => {
    const [info, english, german] = await Promise.all([
      source.info(BEES, patient()),
      source.transcript(BEES, ['en'], patient()),
      source.transcript(BEES, ['de'], patient()),
    ]);
    expect([info.tracks.length, english.language, german.language]).toEqual([3, 'en', 'de']);
    expect(paths().filter((path) => path === '/youtubei/v1/player')).toHaveLength(1);
  });

  it('fails equally for all callers that share a failing sequence, asking each client once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(source.transcript('simREMOVED0', [], patient()))),
    );
    expect(new Set(codes)).toEqual(new Set(['video_unavailable']));
    expect(simulator.log().map(({ client }) => client)).toEqual(['ANDROID', 'VISIONOS']);
  });

  it('does not disturb the others when one caller gives up', async () => {
    simulator.setFault(BEES, 'player', 'slow:300', 1);
    const leaver = new AbortController();
    const leaving = outcomeOf(source.transcript(BEES, [], leaver.signal));
    const staying = source.transcript(BEES, [], patient());
    leaver.abort();
    expect(await leaving).toBe('source_unavailable');
    expect(segmentsOf((await staying).captions).length).toBeGreaterThan(10);
    expect(paths()).toEqual(['/youtubei/v1/player', '/api/timedtext']);
  });

  it('stops calling once the last caller has given up, and serves the next caller afresh', async () => {
    simulator.setFault(BEES, 'player', 'slow:300', 1);
    const leaver = new AbortController();
    const leaving = outcomeOf(source.transcript(BEES, [], leaver.signal));
    leaver.abort();
    expect(await leaving).toBe('source_unavailable');
    expect((await source.transcript(BEES, [], patient())).language).toBe('en');
    expect(paths().filter((path) => path === '/api/timedtext')).toHaveLength(1);
  });

  it('keeps no result: a later call asks YouTube again', async () => {
    await source.info(BEES, patient());
    await source.info(BEES, patient());
    expect(paths()).toEqual(['/youtubei/v1/player', '/youtubei/v1/player']);
  });

  it('refuses an invalid id without asking YouTube', async () => {
    expect(await outcomeOf(source.info('../../etc/pa', patient()))).toBe('video_unavailable');
    expect(paths()).toEqual([]);
  });
});
