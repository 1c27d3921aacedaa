import type { SimEndpoint } from '@precis/sandbox/youtube/sim-faults';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { type Answer, call } from '../deployment/call.js';
import { expectPublicError } from '../deployment/error-answers.js';
import { type Account, type InProcessDeployment, startInProcess } from '../faults/in-process-deployment.js';

/** One kind of refusal by YouTube: the answer to the caller, and the requests to YouTube. */
interface Row {
  code: string;
  sign: string;
  fault: string;
  at?: SimEndpoint;
  /** Clients whose player was asked, in order; a client that was asked again occurs twice. */
  asked: string;
  /** How often captions were requested. */
  captions?: number;
}

const ONE = 'ANDROID';
const TWO = 'ANDROID VISIONOS';
const ALL = 'ANDROID VISIONOS IOS WEB';

/** Refusals because of the video itself: 404, because a later call will not find it either (VID-6). */
const ABOUT_THE_VIDEO: Row[] = [
  { code: 'video_unavailable', sign: 'two clients say it is gone', fault: 'removed', asked: TWO },
  { code: 'video_private', sign: 'private', fault: 'private', asked: ONE },
  { code: 'members_or_premium', sign: 'a level of the channel', fault: 'members', asked: ONE },
  {
    code: 'members_or_premium',
    sign: 'join this channel',
    fault: refused('UNPLAYABLE', 'Join this channel to get access to members-only content like this video.'),
    asked: ONE,
  },
  { code: 'members_or_premium', sign: 'Music Premium', fault: 'premium', asked: ONE },
  { code: 'geo_blocked', sign: 'not in our country', fault: 'geo', asked: ONE },
  {
    code: 'age_restricted',
    sign: 'inappropriate for some',
    fault: refused('LOGIN_REQUIRED', 'This video may be inappropriate for some users.'),
    asked: TWO,
  },
  {
    code: 'age_restricted',
    sign: 'confirm your age',
    fault: refused('LOGIN_REQUIRED', 'Sign in to confirm your age'),
    asked: TWO,
  },
  {
    code: 'age_restricted',
    sign: 'age verification by its status',
    fault: refused('AGE_VERIFICATION_REQUIRED', 'Please verify.'),
    asked: TWO,
  },
  { code: 'age_restricted', sign: 'age check by its status', fault: 'age_check', asked: TWO },
  { code: 'age_restricted', sign: 'the old age gate', fault: 'age', asked: TWO },
  { code: 'live_upcoming', sign: 'a stream with a time to begin', fault: 'upcoming', asked: ONE },
  { code: 'live_now', sign: 'a stream on air', fault: 'live', asked: ONE },
  { code: 'live_ended', sign: 'a stream that is over', fault: 'ended', asked: ONE },
  { code: 'transcript_disabled', sign: 'two clients play it without captions', fault: 'disabled', asked: TWO },
];

/** Refusals because of our address or client: 503 with Retry-After, never our own 429 (VID-7). */
const BLOCKED: Row[] = [
  { code: 'source_blocked', sign: 'not a bot, curly', fault: 'bot', asked: TWO },
  {
    code: 'source_blocked',
    sign: 'not a bot, straight',
    fault: refused('LOGIN_REQUIRED', "Sign in to confirm you're not a bot"),
    asked: TWO,
  },
  { code: 'source_blocked', sign: 'try again later', fault: 'try_later', asked: TWO },
  { code: 'source_blocked', sign: 'a captcha in the answer', fault: 'captcha_screen', asked: TWO },
  { code: 'source_blocked', sign: '429 for the player', fault: '429', asked: TWO },
  { code: 'source_blocked', sign: '429 for the captions', fault: '429', at: 'timedtext', asked: TWO, captions: 2 },
  { code: 'source_blocked', sign: 'a captcha page', fault: 'recaptcha', asked: TWO },
  {
    code: 'source_blocked',
    sign: 'addresses that demand attestation, which are not even tried',
    fault: 'pot_all',
    asked: ALL,
  },
  { code: 'source_blocked', sign: 'captions of 0 bytes', fault: 'empty200', at: 'timedtext', asked: ALL, captions: 4 },
];

/** Failures at YouTube or on the network: 503 with Retry-After. Temporary ones are repeated once for each client. */
const FAILED: Row[] = [
  { code: 'source_unavailable', sign: 'no player answer', fault: 'malformed', asked: ALL },
  { code: 'source_unavailable', sign: 'a status that nobody knows', fault: 'strange_status', asked: ALL },
  {
    code: 'source_unavailable',
    sign: 'captions that cannot be read',
    fault: 'malformed',
    at: 'timedtext',
    asked: ALL,
    captions: 4,
  },
  {
    code: 'source_unavailable',
    sign: 'a cut answer',
    fault: 'truncated',
    asked: 'ANDROID ANDROID VISIONOS VISIONOS IOS IOS WEB WEB',
  },
  { code: 'source_unavailable', sign: 'cut captions', fault: 'truncated', at: 'timedtext', asked: ALL, captions: 8 },
  {
    code: 'source_unavailable',
    sign: 'an error of theirs',
    fault: '500',
    asked: 'ANDROID ANDROID VISIONOS VISIONOS IOS IOS WEB WEB',
  },
];

/** Runs in parallel with the others, because it waits for the deadlines of two calls. */
const TOO_SLOW: Row = { code: 'source_unavailable', sign: 'no answer in time', fault: 'slow:600000', asked: TWO };

function refused(status: string, sentence: string): string {
  return `refuses:${status}|${sentence}`;
}

let simulator: YouTubeSimulator;
let deployment: InProcessDeployment;
let account: Account;
let slow: Promise<Answer>;
let slowId: string;
let videos = 0;

/** Returns a different video for each row, because the service remembers refusals. */
function videoWith({ fault, at = 'player' }: Row): string {
  const videoId = `simFAR${String(++videos).padStart(5, '0')}`;
  // The simulator answers videos of such an id slowly, unless a fault of their player is set.
  simulator.setFault(videoId, 'player', 'none');
  simulator.setFault(videoId, at, fault);
  return videoId;
}

function summarise(videoId: string, key = account.apiKey): Promise<Answer> {
  const url = `https://www.youtube.com/watch?v=${videoId}`;
  return call(deployment.standalone.demo.url, 'POST', '/api/youtube/summarize', { key, body: { url } });
}

/** The number of requests to YouTube so far, without those of the slow video, which continue in parallel with the other tests. */
const askedSoFar = (): number => simulator.log().filter(({ videoId }) => videoId !== slowId).length;

function expectAsked(videoId: string, { asked, captions = 0 }: Row): void {
  const log = simulator.log().filter((request) => request.videoId === videoId);
  const players = log.filter(({ path }) => path === '/youtubei/v1/player').map(({ client }) => client);
  expect(players.join(' ')).toBe(asked);
  expect(log.filter(({ path }) => path === '/api/timedtext')).toHaveLength(captions);
}

beforeAll(async () => {
  simulator = await startYouTubeSimulator();
  deployment = await startInProcess(
    {},
    { YOUTUBE_BASE_URL: simulator.url, YOUTUBE_REQUESTS_PER_SECOND: '10000', YOUTUBE_TOTAL_TIMEOUT_MS: '30000' },
  );
  account = await deployment.newAccount();
  const waiting = await deployment.newAccount();
  slowId = videoWith(TOO_SLOW);
  slow = summarise(slowId, waiting.apiKey);
}, 60_000);

afterAll(async () => {
  await deployment.close();
  await simulator.close();
});

/** Calls the gateway, so usage and summarisation too. `language_unavailable` needs a requested language; transcripts.spec.ts covers it. */
describe('every way in which YouTube refuses a video', () => {
  it('an address that names no video: 400 invalid_url, and YouTube is not asked', async () => {
    const asked = askedSoFar();
    const url = 'https://www.youtube.com/watch?v=short';
    expectPublicError(
      await call(deployment.standalone.demo.url, 'POST', '/api/youtube/summarize', {
        key: account.apiKey,
        body: { url },
      }),
      400,
      'invalid_url',
    );
    expect(askedSoFar()).toBe(asked);
  });

  it.each(ABOUT_THE_VIDEO)('$sign: 404 $code, from $asked, with no time to come back', async (row) => {
    const videoId = videoWith(row);
    const answer = await summarise(videoId);
    expectPublicError(answer, 404, row.code);
    expect(answer.headers.get('retry-after')).toBeNull();
    expectAsked(videoId, row);
  });

  it.each([...BLOCKED, ...FAILED])('$sign: 503 $code with Retry-After, after $asked', async (row) => {
    const videoId = videoWith(row);
    const answer = await summarise(videoId);
    expectPublicError(answer, 503, row.code);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expectAsked(videoId, row);
  });

  it('no answer in time: 503 source_unavailable with Retry-After, after two clients', async () => {
    const answer = await slow;
    expectPublicError(answer, 503, TOO_SLOW.code);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expectAsked(slowId, TOO_SLOW);
  });

  it('returns the Retry-After that YouTube sent with its 429', async () => {
    const videoId = videoWith({ code: '', sign: '', fault: '429', asked: '' });
    expect((await summarise(videoId)).headers.get('retry-after')).toBe('120');
  });

  it('charges nothing for any of them', async () => {
    await expect(account.used()).resolves.toBe(0);
  });
});
