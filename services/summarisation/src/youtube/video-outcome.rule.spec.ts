import { classifyPlayability, decideVerdict, type ClientAnswer, type ClientOutcome } from './video-outcome.rule.js';
import { readPlayerAnswer, type PlayerAnswer } from './player-answer.js';

const ID = 'abcdefghijk';

function classify(status: string, reason: string, subreason = ''): string {
  const errorScreen = {
    playerErrorMessageRenderer: { reason: { simpleText: reason }, subreason: { runs: [{ text: subreason }] } },
  };
  const answer = readPlayerAnswer({ playabilityStatus: { status, reason, errorScreen } });
  if (answer === null) throw new Error('not a player answer');
  return classifyPlayability(answer, ID);
}

describe('the outcome of a video according to a player answer', () => {
  it.each([
    ['LOGIN_REQUIRED', 'This video is private', '', 'video_private'],
    ['ERROR', 'Private video', '', 'video_private'],
    ['LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', '', 'blocked'],
    ['LOGIN_REQUIRED', "Sign in to confirm you're not a bot", '', 'blocked'],
    ['LOGIN_REQUIRED', 'Please sign in', '', 'blocked'],
    ['LOGIN_REQUIRED', 'This video may be inappropriate for some users.', '', 'age_restricted'],
    ['LOGIN_REQUIRED', 'Sign in to confirm your age', '', 'age_restricted'],
    ['AGE_VERIFICATION_REQUIRED', '', '', 'age_restricted'],
    ['UNPLAYABLE', 'This content isn’t available, try again later.', '', 'blocked'],
    [
      'UNPLAYABLE',
      'Join this channel to get access to members-only content like this video, and other exclusive perks.',
      '',
      'members_or_premium',
    ],
    ['UNPLAYABLE', 'This video is only available to Music Premium members', '', 'members_or_premium'],
    ['UNPLAYABLE', 'This video requires payment to watch.', '', 'members_or_premium'],
    [
      'UNPLAYABLE',
      'Video unavailable',
      'The uploader has not made this video available in your country',
      'geo_blocked',
    ],
    ['UNPLAYABLE', 'The uploader has not made this video available in your country', '', 'geo_blocked'],
    ['UNPLAYABLE', 'The page needs to be reloaded.', '', 'changed'],
    [
      'UNPLAYABLE',
      'The following content is not available on this app.',
      'Watch on the latest version of YouTube.',
      'changed',
    ],
    ['ERROR', 'This video is unavailable', '', 'video_unavailable'],
    ['ERROR', 'Video unavailable', 'This video has been removed by the uploader', 'video_unavailable'],
    ['UNPLAYABLE', 'This video is not available', '', 'video_unavailable'],
    ['ERROR', 'This video isn’t available anymore', '', 'video_unavailable'],
    ['ERROR', "This video isn't available anymore", '', 'video_unavailable'],
    ['LIVE_STREAM_OFFLINE', 'Premieres in 2 hours', '', 'live_upcoming'],
    ['LIVE_STREAM_OFFLINE', 'This live stream recording is not available.', '', 'video_unavailable'],
    ['LIVE_STREAM_OFFLINE', 'This live event will begin in a few moments.', '', 'live_upcoming'],
    ['UNPLAYABLE', 'A sentence nobody has seen', '', 'changed'],
    ['CUSTOM', 'Custom reason', 'Sign in to confirm you’re not a bot', 'changed'],
  ])('%s %j %j is %s', (status, reason, subreason, expected) => {
    expect(classify(status, reason, subreason)).toBe(expected);
  });

  it.each([
    // A client that gets this answer may run a version that YouTube has retired.
    ['ERROR', 'YouTube is no longer supported in this application or device.', '', 'changed'],
    ['UNPLAYABLE', 'YouTube is no longer supported in this application or device.', '', 'changed'],
    ['ERROR', 'Video unavailable', 'YouTube is no longer supported in this application or device.', 'changed'],
    ['ERROR', 'Video unavailable', 'Watch on the latest version of YouTube.', 'changed'],
    ['UNPLAYABLE', 'This video is not available on this device.', '', 'changed'],
    ['ERROR', 'Please update the YouTube app to watch this video.', '', 'changed'],
    ['ERROR', 'Your browser does not support videos that are private or removed.', '', 'changed'],
    ['UNPLAYABLE', 'Video unavailable', 'Playback on other websites has been disabled by the video owner', 'changed'],
    ['UNPLAYABLE', 'Video unavailable', 'Something went wrong', 'changed'],
    ['ERROR', 'This client has been removed.', '', 'changed'],
    ['ERROR', 'The requested feature is no longer available.', '', 'changed'],
    // Caused by the network that we ask from.
    [
      'UNPLAYABLE',
      'Video unavailable',
      'This video is unavailable with Restricted Mode enabled. To view this video, you will need to disable Restricted Mode.',
      'blocked',
    ],
    [
      'UNPLAYABLE',
      'This video is restricted. Please check the Google Workspace administrator and/or the network administrator restrictions.',
      '',
      'blocked',
    ],
    ['UNPLAYABLE', 'YouTube is not available in your country', '', 'blocked'],
    ['UNPLAYABLE', 'Video unavailable', 'This content isn’t available.', 'blocked'],
    ['ERROR', 'Video unavailable', 'This content isn’t available, try again later.', 'blocked'],
    // The word alone proves nothing.
    ['UNPLAYABLE', 'Playback in private browsing has changed.', '', 'changed'],
    ['LOGIN_REQUIRED', 'Private accounts must sign in', '', 'blocked'],
    ['ERROR', 'This video has been removed because it shows private information.', '', 'video_unavailable'],
    ['UNPLAYABLE', 'Background play is for YouTube Premium members', '', 'changed'],
    ['UNPLAYABLE', 'Inappropriate request', '', 'changed'],
    ['UNPLAYABLE', 'Copyright © Google', '', 'changed'],
  ])(
    '%s %j %j, which may be our client or our network, decides nothing on the video: %s',
    (status, reason, subreason, expected) => {
      expect(classify(status, reason, subreason)).toBe(expected);
    },
  );

  it.each([
    ['LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.', '', 'video_private'],
    ['ERROR', 'Video unavailable', 'This video is private.', 'video_private'],
    [
      'UNPLAYABLE',
      'This video contains content from SME, who has blocked it in your country on copyright grounds',
      '',
      'geo_blocked',
    ],
    [
      'UNPLAYABLE',
      'This video contains content from SME, who has blocked it on copyright grounds',
      '',
      'video_unavailable',
    ],
    ['UNPLAYABLE', 'This content is not available in your country', '', 'geo_blocked'],
    [
      'ERROR',
      'Video unavailable',
      'This video is no longer available because the YouTube account associated with this video has been terminated.',
      'video_unavailable',
    ],
    ['ERROR', 'This video does not exist.', '', 'video_unavailable'],
    ['LIVE_STREAM_OFFLINE', 'This live event has ended.', '', 'live_ended'],
    ['LIVE_STREAM_OFFLINE', 'This live stream has ended.', '', 'live_ended'],
    ['UNPLAYABLE', 'This live event has ended.', '', 'live_ended'],
    ['LIVE_STREAM_OFFLINE', 'Precis Garden is offline.', '', 'live_ended'],
    ['LIVE_STREAM_OFFLINE', 'YouTube is no longer supported in this application or device.', '', 'changed'],
    ['LIVE_STREAM_OFFLINE', 'A sentence nobody has seen', '', 'changed'],
  ])('%s %j %j is %s', (status, reason, subreason, expected) => {
    expect(classify(status, reason, subreason)).toBe(expected);
  });

  it('treats a stream with a start time as upcoming, unless it is reported as over', () => {
    const liveStreamability = {
      liveStreamabilityRenderer: {
        offlineSlate: { liveStreamOfflineSlateRenderer: { scheduledStartTime: '1999999999' } },
      },
    };
    const said = (reason: string) => {
      const answer = readPlayerAnswer({
        playabilityStatus: { status: 'LIVE_STREAM_OFFLINE', reason, liveStreamability },
      });
      return answer && classifyPlayability(answer, ID);
    };
    expect([said('Bald'), said('This live event has ended.')]).toEqual(['live_upcoming', 'live_ended']);
  });

  it('does not trust a client that got no video', () => {
    const answer = readPlayerAnswer({ playabilityStatus: { status: 'OK' } });
    expect(answer && classifyPlayability(answer, ID)).toBe('changed');
  });

  it('does not trust a client that got another video', () => {
    const answer = readPlayerAnswer({ playabilityStatus: { status: 'OK' }, videoDetails: { videoId: 'aQvGIIdgFDM' } });
    expect(answer && classifyPlayability(answer, ID)).toBe('changed');
  });

  it('does not take captions that are offered in a form it cannot read for none', () => {
    const read = (captionTracks: unknown[], details: object = {}) => {
      const captions = { playerCaptionsTracklistRenderer: { captionTracks } };
      const videoDetails = { videoId: ID, ...details };
      const answer = readPlayerAnswer({ playabilityStatus: { status: 'OK' }, videoDetails, captions });
      return answer && classifyPlayability(answer, ID);
    };
    const renamed = { captionUrl: '/api/timedtext', language: 'en' };
    expect(read([renamed, renamed])).toBe('changed');
    expect(read([renamed, { baseUrl: '/api/timedtext', languageCode: 'en' }])).toBe('playable');
    expect(read([])).toBe('playable');
    // Refused as live, with any captions.
    expect(read([renamed], { isLive: true })).toBe('playable');
  });

  it.each([undefined, null, [], {}, 'x', { playabilityStatus: {} }, { playabilityStatus: { status: 1 } }])(
    'does not accept %j as a player answer',
    (json) => {
      expect(readPlayerAnswer(json)).toBeNull();
    },
  );
});

const CLIENTS = [{ canConvict: true }, { canConvict: true }, { canConvict: false }, { canConvict: false }];
const NAMES = ['ANDROID', 'VISIONOS', 'IOS', 'WEB'];

function answerWith(trackCount: number): PlayerAnswer {
  const track = { url: '', code: 'en', name: '', isGenerated: false, vssId: '.en', isGated: false };
  return {
    status: 'OK',
    reason: '',
    detail: '',
    isScheduled: false,
    hasAgeGate: false,
    hasCaptcha: false,
    isLive: false,
    tracks: Array(trackCount).fill(track),
  };
}

/** `captions` = plays with captions, `playable` = plays without. */
function heard(...outcomes: (ClientOutcome | 'captions')[]): ClientAnswer[] {
  return outcomes.map((outcome, at) => ({
    client: NAMES[at],
    canConvict: CLIENTS[at].canConvict,
    outcome: outcome === 'captions' ? 'playable' : outcome,
    answer: answerWith(outcome === 'captions' || outcome === 'gated' ? 1 : 0),
  }));
}

function verdict(...outcomes: (ClientOutcome | 'captions')[]): string {
  const decided = decideVerdict(heard(...outcomes), CLIENTS);
  return decided.kind === 'refused' ? decided.code : decided.kind;
}

describe('the combined outcome of the clients’ answers', () => {
  it.each<[string, (ClientOutcome | 'captions')[]]>([
    ['ask_next', ['video_unavailable']],
    ['video_unavailable', ['video_unavailable', 'video_unavailable']],
    ['found', ['video_unavailable', 'captions']],
    ['ask_next', ['video_unavailable', 'failed']],
    ['unavailable', ['video_unavailable', 'failed', 'video_unavailable', 'video_unavailable']],
    ['ask_next', ['playable']],
    ['transcript_disabled', ['playable', 'playable']],
    ['transcript_disabled', ['playable', 'video_unavailable', 'changed', 'changed']],
    ['unavailable', ['playable', 'changed', 'changed', 'changed']],
    ['unavailable', ['changed', 'video_unavailable', 'video_unavailable', 'video_unavailable']],
    ['live_ended', ['live_ended']],
    ['unavailable', ['playable', 'failed', 'changed', 'changed']],
    ['blocked', ['playable', 'blocked', 'changed', 'changed']],
    ['video_private', ['video_private']],
    ['geo_blocked', ['geo_blocked']],
    ['ask_next', ['age_restricted']],
    ['found', ['age_restricted', 'captions']],
    ['age_restricted', ['age_restricted', 'age_restricted']],
    ['age_restricted', ['age_restricted', 'changed', 'changed', 'changed']],
    ['ask_next', ['blocked']],
    ['blocked', ['blocked', 'blocked']],
    ['unavailable', ['unreachable', 'unreachable']],
    ['ask_next', ['gated', 'gated', 'gated']],
    ['blocked', ['gated', 'gated', 'gated', 'gated']],
    ['blocked', ['gated', 'playable', 'playable', 'playable']],
    ['ask_next', ['gated', 'video_unavailable']],
    ['unavailable', ['changed', 'changed', 'changed', 'changed']],
  ])('%s after %j', (expected, outcomes) => {
    expect(verdict(...outcomes)).toBe(expected);
  });

  it('never takes the word of the only convicting client that there is', () => {
    const [only] = heard('video_unavailable');
    expect(decideVerdict([only], [{ canConvict: true }]).kind).toBe('unavailable');
  });
});
