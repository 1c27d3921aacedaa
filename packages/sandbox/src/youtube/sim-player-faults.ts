import { playableAnswer, refusalAnswer, type SimPlayerAnswer } from './sim-player.js';
import type { SimVideo } from './sim-catalogue.js';

/** The client and the video of a request. */
export interface PlayerQuestion {
  origin: string;
  video: SimVideo;
  clientName: string;
  argument: string;
}

type PlayerFault = (question: PlayerQuestion) => SimPlayerAnswer;

const normal: PlayerFault = ({ origin, video }) => playableAnswer(origin, video);

const silent: PlayerFault = ({ origin, video }) => playableAnswer(origin, { ...video, tracks: [] });

function refused(status: string, reason: string, subreason?: string): PlayerFault {
  return () => refusalAnswer(status, reason, subreason);
}

/** Members-only, premium, age and region refusals still include title and length. */
function refusedWithDetails(status: string, reason: string, subreason?: string): PlayerFault {
  return (question) => ({ ...refusalAnswer(status, reason, subreason), videoDetails: normal(question).videoDetails });
}

const NOT_AVAILABLE = refused('UNPLAYABLE', 'This video is not available');

function gated({ origin, video }: PlayerQuestion): SimPlayerAnswer {
  const answer = playableAnswer(origin, video);
  for (const track of answer.captions?.playerCaptionsTracklistRenderer.captionTracks ?? [])
    track.baseUrl = `${String(track.baseUrl)}&exp=xpe`;
  return answer;
}

function withStatus(
  question: PlayerQuestion,
  status: string,
  details: Record<string, unknown>,
  playability = {},
): SimPlayerAnswer {
  const answer = silent(question);
  return {
    ...answer,
    playabilityStatus: { status, ...playability },
    videoDetails: { ...answer.videoDetails, isLiveContent: true, ...details },
  };
}

const SLATE = {
  liveStreamOfflineSlateRenderer: {
    scheduledStartTime: '1999999999',
    mainText: { runs: [{ text: 'Live in 3 days' }] },
  },
};

/** The answer to a client version that YouTube has retired. */
const RETIRED = refused('ERROR', 'YouTube is no longer supported in this application or device.');

/** Values that no real video has: each once broke an answer or a statement. */
function strangeFields(question: PlayerQuestion): SimPlayerAnswer {
  const answer = normal(question);
  for (const track of answer.captions?.playerCaptionsTracklistRenderer.captionTracks ?? []) {
    track.vssId = `\0${String(track.vssId)}\ud83d`;
    track.name = { simpleText: `\0\ud83d${'n'.repeat(5_000)}` };
  }
  return {
    ...answer,
    videoDetails: { ...answer.videoDetails, title: `\0 ${'\ud83d'.repeat(400)}`, lengthSeconds: '99999999999' },
  };
}

/** The answers of the player endpoint under each fault; sentences as recorded, with YouTube's curly apostrophe. */
export const PLAYER_FAULTS: Record<string, PlayerFault> = {
  bot: refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', 'This helps protect our community. Learn more'),
  captcha_screen: () => ({ playabilityStatus: { status: 'UNPLAYABLE', errorScreen: { playerCaptchaViewModel: {} } } }),
  try_later: refused('UNPLAYABLE', 'This content isn’t available, try again later.'),
  login_wall: refused('LOGIN_REQUIRED', 'Please sign in'),
  private: refused('LOGIN_REQUIRED', 'This video is private'),
  removed: refused('ERROR', 'This video is unavailable'),
  geo: refusedWithDetails(
    'UNPLAYABLE',
    'Video unavailable',
    'The uploader has not made this video available in your country',
  ),
  members: refusedWithDetails(
    'UNPLAYABLE',
    'This video is available to this channel’s members on level: Gold (or any higher level).',
  ),
  premium: refusedWithDetails('UNPLAYABLE', 'This video is only available to Music Premium members'),
  age: (question) => {
    const answer = refusedWithDetails('LOGIN_REQUIRED', 'This video may be inappropriate for some users.')(question);
    return { ...answer, playabilityStatus: { ...answer.playabilityStatus, desktopLegacyAgeGateReason: 1 } };
  },
  age_check: refusedWithDetails('AGE_CHECK_REQUIRED', 'Sign in to confirm your age'),
  kids_visionos: (question) => (question.clientName === 'VISIONOS' ? NOT_AVAILABLE(question) : normal(question)),
  kids_disabled: (question) => (question.clientName === 'VISIONOS' ? NOT_AVAILABLE(question) : silent(question)),
  android_refused: (question) =>
    question.clientName === 'ANDROID' ? refused('ERROR', 'Video unavailable')(question) : normal(question),
  retired: RETIRED,
  retired_android: (question) => (question.clientName === 'ANDROID' ? RETIRED(question) : normal(question)),
  // With one retired client, the remaining client must not decide alone.
  retired_android_gone: (question) =>
    question.clientName === 'ANDROID' ? RETIRED(question) : refused('ERROR', 'This video is unavailable')(question),
  retired_android_mute: (question) => (question.clientName === 'VISIONOS' ? silent(question) : RETIRED(question)),
  restricted_mode: refused(
    'UNPLAYABLE',
    'Video unavailable',
    'This video is unavailable with Restricted Mode enabled. To view this video, you will need to disable Restricted Mode.',
  ),
  not_private: refused('UNPLAYABLE', 'Playback in private browsing has changed.'),
  stripped: () => ({ playabilityStatus: { status: 'OK' } }),
  strange_fields: strangeFields,
  ended: (question) => withStatus(question, 'LIVE_STREAM_OFFLINE', {}, { reason: 'This live event has ended.' }),
  upcoming: (question) =>
    withStatus(
      question,
      'LIVE_STREAM_OFFLINE',
      { isUpcoming: true },
      { reason: 'Live in 3 days', liveStreamability: SLATE },
    ),
  live: (question) => withStatus(question, 'OK', { isLive: true, lengthSeconds: '0' }),
  disabled: silent,
  pot: (question) => (question.clientName === 'WEB' ? gated(question) : normal(question)),
  pot_all: gated,
  wrong_video: ({ origin, video }) =>
    playableAnswer(origin, { ...video, videoId: 'aQvGIIdgFDM', title: 'Update your app' }),
  strange_status: refused('SOMETHING_NEW', 'We changed this last night'),
  dup_lang: ({ origin, video }) =>
    playableAnswer(origin, {
      ...video,
      tracks: [{ ...video.tracks[0], label: 'Commentary' }, ...video.tracks],
      defaultTrack: 1,
    }),
  no_title: (question) => ({ ...normal(question), videoDetails: { videoId: question.video.videoId } }),
  // Any refusal: `refuses:STATUS|sentence`.
  refuses: ({ argument }) => {
    const bar = argument.indexOf('|');
    return refusalAnswer(argument.slice(0, bar), argument.slice(bar + 1));
  },
  hostile_url: (question) => {
    const answer = normal(question);
    for (const track of answer.captions?.playerCaptionsTracklistRenderer.captionTracks ?? [])
      track.baseUrl = question.argument;
    return answer;
  },
};
