import fc from 'fast-check';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';
import { startReplay, type Replayed, type ReplayServer } from './replay-server.js';

const ID = 'simHOSTILE0';

describe('whatever YouTube answers', () => {
  let replay: ReplayServer;
  let player: Replayed = { body: '' };
  let captions: Replayed = { body: '' };
  beforeAll(async () => {
    replay = await startReplay((path, origin) => {
      const { status, body } = path === '/api/timedtext' ? captions : player;
      return { status, body: body.replaceAll('ORIGIN', origin) };
    });
  });
  afterAll(() => replay.close());

  async function transcriptOutcome(): Promise<string> {
    const source = sourceAt(replay.url, { callTimeoutMs: 5_000, totalTimeoutMs: 20_000 });
    try {
      await outcomeOf(source.info(ID, patient()));
      return await outcomeOf(source.transcript(ID, [], patient()));
    } finally {
      await source.close();
    }
  }

  const status = fc.constantFrom('OK', 'ERROR', 'LOGIN_REQUIRED', 'UNPLAYABLE', 'LIVE_STREAM_OFFLINE', '');
  const anything = fc.anything({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
  const track = fc.record({
    baseUrl: fc.oneof(fc.constant('ORIGIN/api/timedtext'), anything),
    languageCode: fc.oneof(fc.constant('en'), anything),
    kind: anything,
    name: anything,
    vssId: anything,
  });
  const captionTracks = fc.oneof(fc.array(fc.oneof(track, anything)), anything);
  const trackList = fc.record({ captionTracks, audioTracks: anything, defaultAudioTrackIndex: anything });
  const answer = fc.record({
    playabilityStatus: fc.oneof(fc.record({ status, reason: anything, errorScreen: anything, messages: anything }), anything),
    captions: fc.oneof(fc.record({ playerCaptionsTracklistRenderer: trackList }), anything),
    videoDetails: fc.oneof(fc.record({ videoId: fc.constant(ID), title: anything, lengthSeconds: anything, isLive: anything }), anything),
  });

  it('ends in a transcript or in a DomainError, never in another error', async () => {
    const bodies = fc.oneof(answer.map((value) => JSON.stringify(value)), fc.string());
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(bodies, fc.string(), fc.constantFrom(200, 200, 200, 404, 429), async (body, words, code) => {
        player = { body, status: code };
        captions = { body: words };
        seen.add(await transcriptOutcome());
      }),
      { numRuns: 150 },
    );
    expect(seen.size).toBeGreaterThan(2);
  }, 60_000);

  it('ends likewise for hostile captions of a sound video', async () => {
    player = {
      body: JSON.stringify({
        playabilityStatus: { status: 'OK' },
        captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: 'ORIGIN/api/timedtext', languageCode: 'en' }] } },
        videoDetails: { videoId: ID, title: 'x' },
      }),
    };
    const segs = fc.oneof(fc.array(fc.record({ utf8: fc.oneof(fc.string(), anything) })), anything);
    const event = fc.record({ tStartMs: fc.oneof(fc.integer(), anything), dDurationMs: anything, segs });
    const body = fc.oneof(
      fc.string(),
      fc.array(event).map((events) => JSON.stringify({ wireMagic: 'pb3', events })),
      fc.string().map((text) => `<transcript><text start="1">${text}</text></transcript>`),
    );
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(body, async (words) => {
        captions = { body: words };
        seen.add(await transcriptOutcome());
      }),
      { numRuns: 150 },
    );
    expect([...seen].filter((code) => !['ok', 'source_blocked', 'source_unavailable'].includes(code))).toEqual([]);
    expect(seen).toContain('ok');
  }, 60_000);
});
