import { FIXED_FAULTS } from '@precis/sandbox/youtube/sim-faults';
import { PLAYER_FAULTS } from '@precis/sandbox/youtube/sim-player-faults';
import { WIRE_FAULTS } from '@precis/sandbox/youtube/sim-wire';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import type { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

/** By fault and endpoint: what transcript() answers, then what info() answers. */
const EXPECTED: Record<string, [transcript: string, info: string]> = {
  'bot@player': ['source_blocked', 'source_blocked'],
  'captcha_screen@player': ['source_blocked', 'source_blocked'],
  'try_later@player': ['source_blocked', 'source_blocked'],
  'login_wall@player': ['source_blocked', 'source_blocked'],
  'private@player': ['video_private', 'ok'],
  'removed@player': ['video_unavailable', 'video_unavailable'],
  'geo@player': ['geo_blocked', 'ok'],
  'members@player': ['members_or_premium', 'ok'],
  'premium@player': ['members_or_premium', 'ok'],
  'age@player': ['age_restricted', 'ok'],
  'age_check@player': ['age_restricted', 'ok'],
  'kids_visionos@player': ['ok', 'ok'],
  'android_refused@player': ['ok', 'ok'],
  'retired@player': ['source_unavailable', 'source_unavailable'],
  'retired_android@player': ['ok', 'ok'],
  'retired_android_gone@player': ['source_unavailable', 'source_unavailable'],
  'retired_android_mute@player': ['source_unavailable', 'source_unavailable'],
  'restricted_mode@player': ['source_blocked', 'source_blocked'],
  'not_private@player': ['source_unavailable', 'source_unavailable'],
  'stripped@player': ['source_unavailable', 'source_unavailable'],
  'strange_fields@player': ['ok', 'ok'],
  'ended@player': ['live_ended', 'ok'],
  'upcoming@player': ['live_upcoming', 'ok'],
  'live@player': ['live_now', 'ok'],
  'disabled@player': ['transcript_disabled', 'ok'],
  'kids_disabled@player': ['transcript_disabled', 'ok'],
  'pot@player': ['ok', 'ok'],
  'pot_all@player': ['source_blocked', 'ok'],
  'wrong_video@player': ['source_unavailable', 'source_unavailable'],
  'strange_status@player': ['source_unavailable', 'source_unavailable'],
  'dup_lang@player': ['ok', 'ok'],
  'no_title@player': ['ok', 'ok'],
  '429@player': ['source_blocked', 'source_blocked'],
  '429@timedtext': ['source_blocked', 'ok'],
  'recaptcha@player': ['source_blocked', 'source_blocked'],
  'recaptcha@timedtext': ['source_blocked', 'ok'],
  'consent@watch': ['ok', 'ok'],
  'consent@player': ['source_blocked', 'source_blocked'],
  'html_instead@player': ['source_blocked', 'source_blocked'],
  'html_instead@timedtext': ['source_blocked', 'ok'],
  'empty200@player': ['source_blocked', 'source_blocked'],
  'empty200@timedtext': ['source_blocked', 'ok'],
  'empty_json3@timedtext': ['source_blocked', 'ok'],
  'expired@timedtext': ['source_blocked', 'ok'],
  'truncated@player': ['source_unavailable', 'source_unavailable'],
  'truncated@timedtext': ['source_unavailable', 'ok'],
  'malformed@player': ['source_unavailable', 'source_unavailable'],
  'malformed@timedtext': ['source_unavailable', 'ok'],
  'slow@player': ['source_unavailable', 'source_unavailable'],
  'slow@timedtext': ['source_unavailable', 'ok'],
  'reset@player': ['source_unavailable', 'source_unavailable'],
  'reset@timedtext': ['source_unavailable', 'ok'],
  '500@player': ['source_unavailable', 'source_unavailable'],
  '500@timedtext': ['source_unavailable', 'ok'],
  'oversize@player': ['source_unavailable', 'source_unavailable'],
  'oversize@timedtext': ['source_unavailable', 'ok'],
  'redirect@player': ['source_unavailable', 'source_unavailable'],
  'huge@timedtext': ['ok', 'ok'],
  'rtl@timedtext': ['ok', 'ok'],
  'cjk@timedtext': ['ok', 'ok'],
  'injection@timedtext': ['ok', 'ok'],
  'no_dur@timedtext': ['ok', 'ok'],
  'entities@timedtext': ['ok', 'ok'],
  'only@timedtext': ['ok', 'ok'],
};

/** Their arguments are the tests' own. */
const NAMED_BY_TESTS = ['hostile_url', 'refuses'];

describe('YouTube source against every fault of the simulator', () => {
  let simulator: YouTubeSimulator;
  let source: YouTubeSource;
  let hurried: YouTubeSource;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
    source = sourceAt(simulator.url, { callTimeoutMs: 5_000, totalTimeoutMs: 20_000 });
    hurried = sourceAt(simulator.url, { callTimeoutMs: 300, totalTimeoutMs: 1_000 });
  });
  afterAll(async () => {
    await source.close();
    await hurried.close();
    await simulator.close();
  });

  it.each(FIXED_FAULTS)(
    'classifies $fault at $endpoint ($videoId) by its cause',
    async ({ videoId, fault, endpoint }) => {
      const expected = EXPECTED[`${fault.split(':')[0]}@${endpoint}`];
      expect(expected).toBeDefined();
      const asked = fault.startsWith('slow') ? hurried : source;
      const transcript = await outcomeOf(asked.transcript(videoId, [], patient()));
      const info = await outcomeOf(asked.info(videoId, patient()));
      expect([transcript, info]).toEqual(expected);
      expect(simulator.log().filter(({ path }) => path === '/watch')).toEqual([]);
    },
  );

  it.each(['sim429PLAY0', 'sim429TEXT0'])('passes on how long YouTube wants us to wait (%s)', async (videoId) => {
    const refused = source.transcript(videoId, [], patient());
    await expect(refused).rejects.toMatchObject({ code: 'source_blocked', retryAfterSeconds: 120 });
  });

  it('gives every fault it can show a fixed id, so that none goes untested', () => {
    const shown = new Set(FIXED_FAULTS.map(({ fault }) => fault.split(':')[0]));
    const known = [...Object.keys(PLAYER_FAULTS), ...Object.keys(WIRE_FAULTS)].filter(
      (fault) => !NAMED_BY_TESTS.includes(fault),
    );
    expect(known.filter((fault) => !shown.has(fault))).toEqual([]);
    expect(FIXED_FAULTS.map(({ videoId }) => videoId).filter((id) => !/^[A-Za-z0-9_-]{11}$/.test(id))).toEqual([]);
    expect(new Set(FIXED_FAULTS.map(({ videoId }) => videoId)).size).toBe(FIXED_FAULTS.length);
  });
});
