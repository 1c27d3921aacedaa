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
  | 'live_ended'
  | 'blocked'
  | 'changed';

/** Facts on a video are believed only of sentences that are about it; what a sentence says of an app or an account is none. */
const THIS =
  '^(?:sorry, )?(?:this|the) (?:youtube )?(?:video|movie|film|show|episode|content|live ?stream|live event|premiere)\\b';
const ofThis = (...said: string[]): RegExp => new RegExp(`${THIS}.*(?:${said.join('|')})`);

/** In order: an earlier one beats a later one, wherever in the answer each stands. What may be our own fault or our address's beats "gone". */
const SENTENCES: [Playability, RegExp[]][] = [
  [
    'blocked',
    [
      /not a bot|automated queries|unusual traffic|captcha|try again later/,
      // said of any video to an address that has asked too much
      /^this content (?:isn't|is not) available[.!]?$/,
      // rules of the network that we ask from
      /restricted mode|administrator|google workspace|^youtube(?: \w+)? is(?: currently)? not available in/,
    ],
  ],
  [
    'video_private',
    [/^(?:sorry, )?(?:(?:this|the) video is private|this is a private video|private video)(?:[.,!]|$)/],
  ],
  [
    'age_restricted',
    [
      /(?:confirm|verify) your age/,
      /^age.restricted/,
      ofThis('may be inappropriate', 'age.restricted', 'as inappropriate'),
    ],
  ],
  [
    'members_or_premium',
    [
      /^join this channel\b/,
      /^members.only\b/,
      ofThis('channel.s members', 'premium members', 'members only', 'requires payment', '\\b(?:rent|purchase)\\b'),
    ],
  ],
  ['live_ended', [/^this live ?(?:stream|event)? has ended/]],
  [
    'geo_blocked',
    [
      ofThis('(?:in|for) your (?:country|region|location|territory)'),
      /^the uploader has not made this video available in your/,
    ],
  ],
  [
    'changed',
    [
      /\b(?:this|your|the|latest) (?:\w+ ){0,2}(?:app|application|device|browser|client|version)s?\b/,
      /needs to be reloaded|(?:not|no longer) supported|other websites|went wrong|error occurred/,
    ],
  ],
  [
    'video_unavailable',
    [
      /^video (?:is )?(?:unavailable|not available)[.!]?$/,
      ofThis(
        'unavailable',
        'not available',
        "isn't available",
        'removed',
        'no longer available',
        'deleted',
        "(?:does not|doesn't) exist",
        'copyright',
      ),
    ],
  ],
];

const AGE_STATUSES = ['AGE_VERIFICATION_REQUIRED', 'AGE_CHECK_REQUIRED'];
const REFUSALS = ['LOGIN_REQUIRED', 'UNPLAYABLE', 'ERROR'];
const WILL_BEGIN =
  /\b(?:premieres?|live|starts?|starting|begins?) (?:in|on|at|soon|shortly)\b|\bwill (?:begin|start)\b|^waiting for\b/;
const IS_OVER = /\bhas ended\b|\boffline\b/;

/** "Video unavailable" is often only the headline, and the reason stands below it: every sentence counts. */
function sentencesOf({ reason, detail }: PlayerAnswer): string[] {
  // YouTube writes both "you're" and "you’re"
  const plain = `${reason}\n${detail}`.replace(/[\u2018\u2019\u02bc]/g, "'").toLowerCase();
  return plain.split(/\n|(?<=[.!?])\s/).map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

function readSentences(sentences: string[]): Playability | undefined {
  return SENTENCES.find(([, patterns]) =>
    patterns.some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  )?.[0];
}

/** A stream that is not on air may be over as well as yet to come; without a word on which of the two, we do not know. */
function classifyOffline(answer: PlayerAnswer, sentences: string[]): Playability {
  const said = readSentences(sentences);
  if (said !== undefined) return said;
  if (sentences.some((sentence) => IS_OVER.test(sentence))) return 'live_ended';
  return answer.isScheduled || sentences.some((sentence) => WILL_BEGIN.test(sentence)) ? 'live_upcoming' : 'changed';
}

/**
 * Classifies a player answer by status and reason into our error classes (decisions 21): what concerns the video becomes its
 * own 404, what concerns us (bot check, captcha, unknown log-in wall) is `blocked`, anything unknown is `changed`.
 */
export function classifyPlayability(answer: PlayerAnswer, requestedId: string): Playability {
  if (answer.hasCaptcha) return 'blocked';
  if (answer.status === 'OK') {
    // outdated clients are served some other video that says "update your app", or none at all
    const isAsked = answer.videoId === requestedId || (answer.videoId === undefined && answer.tracks.length > 0);
    return isAsked ? 'playable' : 'changed';
  }
  const sentences = sentencesOf(answer);
  if (answer.status === 'LIVE_STREAM_OFFLINE') return classifyOffline(answer, sentences);
  if (AGE_STATUSES.includes(answer.status) || answer.hasAgeGate) return 'age_restricted';
  if (!REFUSALS.includes(answer.status)) return 'changed';
  return readSentences(sentences) ?? (answer.status === 'LOGIN_REQUIRED' ? 'blocked' : 'changed');
}
