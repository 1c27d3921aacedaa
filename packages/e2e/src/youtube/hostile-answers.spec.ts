import fc from 'fast-check';
import type { VideoInfo } from '@precis/summarisation/transcripts/transcript.source';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';
import { startReplay, type Replayed, type ReplayServer } from './replay-server.js';

const ID = 'simHOSTILE0';
const REFUSALS = [
  'video_unavailable',
  'video_private',
  'age_restricted',
  'members_or_premium',
  'geo_blocked',
  'live_upcoming',
  'live_ended',
  'live_now',
  'transcript_disabled',
];

/** Half sentences that YouTube is known to say; joined at random they say what it has never said. */
const WORDS = fc.constantFrom(
  'This video ',
  'This content ',
  'YouTube ',
  'is private',
  'is unavailable',
  'has been removed',
  'is no longer supported in this application',
  '. ',
  'in your country',
  'This live event has ended.',
  'will begin',
  'Restricted Mode',
  'Sign in to confirm your age',
  'not a bot',
  'private',
  '’',
  '\0',
  '\ud83d',
  '\n',
);

/** What Postgres and Protobuf would refuse, or carry no bound for. */
function expectBounded({ title, durationSeconds, tracks }: VideoInfo): void {
  const texts = [title, ...tracks.flatMap(({ code, name, vssId }) => [code, name, vssId])];
  for (const text of texts) {
    expect(text.isWellFormed() && !/[\u0000-\u0008\u007f]/.test(text) && text !== '').toBe(true);
    expect(text.length).toBeLessThanOrEqual(300);
  }
  expect(durationSeconds ?? 1).toBeGreaterThan(0);
  expect(durationSeconds ?? 1).toBeLessThanOrEqual(604_800);
}

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
      await outcomeOf(source.info(ID, patient()).then(expectBounded));
      return await outcomeOf(source.transcript(ID, [], patient()));
    } finally {
      await source.close();
    }
  }

  const status = fc.constantFrom('OK', 'ERROR', 'LOGIN_REQUIRED', 'UNPLAYABLE', 'LIVE_STREAM_OFFLINE', '');
  const anything = fc.anything({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
  const said = fc.oneof(
    fc.array(WORDS, { maxLength: 4 }).map((words) => words.join('')),
    anything,
  );
  const length = fc.oneof(fc.constantFrom('96', '2147483648', '9e99', '-1'), anything);
  const track = fc.record({
    baseUrl: fc.oneof(fc.constant('ORIGIN/api/timedtext'), anything),
    languageCode: fc.oneof(fc.constant('en'), anything),
    kind: anything,
    name: fc.oneof(
      said.map((simpleText) => ({ simpleText })),
      anything,
    ),
    vssId: fc.oneof(WORDS, anything),
  });
  const captionTracks = fc.oneof(fc.array(fc.oneof(track, anything)), anything);
  const trackList = fc.record({ captionTracks, audioTracks: anything, defaultAudioTrackIndex: anything });
  const answer = fc.record({
    playabilityStatus: fc.oneof(
      fc.record({ status, reason: said, errorScreen: anything, messages: anything }),
      anything,
    ),
    captions: fc.oneof(fc.record({ playerCaptionsTracklistRenderer: trackList }), anything),
    videoDetails: fc.oneof(
      fc.record({ videoId: fc.constant(ID), title: said, lengthSeconds: length, isLive: anything }),
      anything,
    ),
  });

  const soundVideo = JSON.stringify({
    playabilityStatus: { status: 'OK' },
    captions: {
      playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: 'ORIGIN/api/timedtext', languageCode: 'en' }] },
    },
    videoDetails: { videoId: ID, title: 'x' },
  });
  const soundCaptions = '<transcript><text start="1">Good evening.</text></transcript>';

  it('ends in a transcript or in a DomainError, never in another error', async () => {
    const bodies = fc.oneof(
      answer.map((value) => JSON.stringify(value)),
      fc.string(),
    );
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(bodies, fc.string(), fc.constantFrom(200, 200, 200, 404, 429), async (body, words, code) => {
        player = { body, status: code };
        captions = { body: words };
        seen.add(await transcriptOutcome());
      }),
      {
        numRuns: process.env.FULL ? 3_000 : 200,
        // Always included in addition to the random cases: a transcript and a refusal.
        examples: [
          [soundVideo, soundCaptions, 200],
          ['', '', 429],
        ],
      },
    );
    expect(
      [...seen].filter((code) => !['ok', 'source_blocked', 'source_unavailable', ...REFUSALS].includes(code)),
    ).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(['ok', 'source_blocked']));
  }, 600_000);

  it('ends the same way for hostile captions of a valid video', async () => {
    player = { body: soundVideo };
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
      { numRuns: 150, examples: [[soundCaptions]] },
    );
    // lines that are all blank are no captions
    const known = ['ok', 'source_blocked', 'source_unavailable', 'transcript_disabled'];
    expect([...seen].filter((code) => !known.includes(code))).toEqual([]);
    expect(seen).toContain('ok');
  }, 60_000);
});
