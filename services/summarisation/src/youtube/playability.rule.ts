import type { PlayerAnswer } from './player-answer.rule.js';

/** What one client's player answer says of the video; `changed` = refused for a reason we do not know or that concerns the client alone. */
export type Playability =
  | 'playable'
  | 'video_private'
  | 'video_unavailable'
  | 'age_restricted'
  | 'members_or_premium'
  | 'geo_blocked'
  | 'live_upcoming'
  | 'blocked'
  | 'changed';

/** In order: the first that matches decides, so a block is never taken for a verdict on the video. */
const SENTENCES: [Playability, RegExp][] = [
  ['blocked', /not a bot|automated queries|unusual traffic|captcha|try again later/],
  ['changed', /on this app|needs to be reloaded|update (?:the|your) app/],
  ['video_private', /\bprivate\b/],
  ['age_restricted', /inappropriate|(?:confirm|verify) your age|age.restricted/],
  ['members_or_premium', /\bmembers\b|\bmember level|join this channel|music premium|youtube premium|requires payment|\b(?:rent|purchase)\b/],
  ['geo_blocked', /(?:in|for) your (?:country|region|location|territory)/],
  ['video_unavailable', /unavailable|not available|isn't available|removed|no longer|deleted|terminated|does(?: not|n't) exist|copyright/],
];

const AGE_STATUSES = ['AGE_VERIFICATION_REQUIRED', 'AGE_CHECK_REQUIRED'];
const REFUSALS = ['LOGIN_REQUIRED', 'UNPLAYABLE', 'ERROR'];

function readSentence(text: string): Playability | undefined {
  // YouTube writes both "you're" and "you’re"
  const plain = text.replace(/[\u2018\u2019\u02bc]/g, "'").toLowerCase();
  return SENTENCES.find(([, pattern]) => pattern.test(plain))?.[0];
}

function classifyOffline(answer: PlayerAnswer): Playability {
  return /recording is not available|no longer/i.test(answer.reason) ? 'video_unavailable' : 'live_upcoming';
}

/**
 * Classifies a player answer by status and reason into our error classes (decisions 21): what concerns the video becomes its
 * own 404, what concerns us (bot check, captcha, unknown log-in wall) is `blocked`, anything unknown is `changed`.
 */
export function classifyPlayability(answer: PlayerAnswer, requestedId: string): Playability {
  if (answer.hasCaptcha) return 'blocked';
  if (answer.status === 'OK') {
    // outdated clients are served some other video that says "update your app"
    return answer.videoId !== undefined && answer.videoId !== requestedId ? 'changed' : 'playable';
  }
  if (answer.status === 'LIVE_STREAM_OFFLINE') return classifyOffline(answer);
  if (AGE_STATUSES.includes(answer.status) || answer.hasAgeGate) return 'age_restricted';
  if (!REFUSALS.includes(answer.status)) return 'changed';
  const said = readSentence(answer.reason);
  if (said !== undefined && said !== 'video_unavailable') return said;
  // "Video unavailable" is often only the headline: the reason stands below it
  const below = readSentence(answer.detail);
  if (below !== undefined && (said === undefined || below !== 'changed')) return below;
  return said ?? (answer.status === 'LOGIN_REQUIRED' ? 'blocked' : 'changed');
}
