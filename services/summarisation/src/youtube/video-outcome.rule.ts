import type { TranscriptRefusal } from '../transcripts/transcript.source.js';
import type { PlayerAnswer } from './player-answer.js';

/** What one client's player answer says about the video; `changed` = refused for a reason that we do not know or that concerns the client alone. */
export type Playability =
  | Exclude<TranscriptRefusal, 'transcript_disabled' | 'live_now' | 'language_unavailable'>
  | 'playable'
  | 'blocked'
  | 'changed';

/** Only sentences about the video itself are trusted; a sentence about an app or an account is no fact about the video. */
const THIS =
  '^(?:sorry, )?(?:this|the) (?:youtube )?(?:video|movie|film|show|episode|content|live ?stream|live event|premiere)\\b';
const ofThis = (...said: string[]): RegExp => new RegExp(`${THIS}.*(?:${said.join('|')})`);

/** Ordered by precedence, independent of the order in the answer. Causes on our side or at our address take precedence over "gone". */
const SENTENCES: [Playability, RegExp[]][] = [
  [
    'blocked',
    [
      /not a bot|automated queries|unusual traffic|captcha|try again later/,
      // Said of any video to an address that has asked too much.
      /^this content (?:isn't|is not) available[.!]?$/,
      // Rules of the network that we ask from.
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

/** "Video unavailable" is often only the headline, with the reason below it, so every sentence is read. */
function sentencesOf({ reason, detail }: PlayerAnswer): string[] {
  // YouTube writes both "you're" and "you’re".
  const plain = `${reason}\n${detail}`.replace(/[\u2018\u2019\u02bc]/g, "'").toLowerCase();
  return plain.split(/\n|(?<=[.!?])\s/).map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

function readSentences(sentences: string[]): Playability | undefined {
  return SENTENCES.find(([, patterns]) =>
    patterns.some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  )?.[0];
}

/** A stream that is not on air may be over or upcoming. When the answer does not say which, we do not know. */
function classifyOffline(answer: PlayerAnswer, sentences: string[]): Playability {
  const said = readSentences(sentences);
  if (said !== undefined) return said;
  if (sentences.some((sentence) => IS_OVER.test(sentence))) return 'live_ended';
  return answer.isScheduled || sentences.some((sentence) => WILL_BEGIN.test(sentence)) ? 'live_upcoming' : 'changed';
}

/**
 * Classifies a player answer by status and reason into our error classes (VID-6). A fact about the video becomes its own 404. A problem on our side
 * (bot check, captcha, unknown log-in wall) is `blocked`. Anything unknown is `changed`.
 */
export function classifyPlayability(answer: PlayerAnswer, requestedId: string): Playability {
  if (answer.hasCaptcha) return 'blocked';
  if (answer.status === 'OK') {
    // Outdated clients are served some other video that says "update your app", or none at all.
    const isAsked = answer.videoId === requestedId || (answer.videoId === undefined && answer.tracks.length > 0);
    // Captions in a form that we do not know are still captions.
    const isUnderstood = !answer.hasUnreadTracks || answer.isLive;
    return isAsked && isUnderstood ? 'playable' : 'changed';
  }
  const sentences = sentencesOf(answer);
  if (answer.status === 'LIVE_STREAM_OFFLINE') return classifyOffline(answer, sentences);
  if (AGE_STATUSES.includes(answer.status) || answer.hasAgeGate) return 'age_restricted';
  if (!REFUSALS.includes(answer.status)) return 'changed';
  return readSentences(sentences) ?? (answer.status === 'LOGIN_REQUIRED' ? 'blocked' : 'changed');
}

/** `gated` = captions withheld from this client; `failed` = unreadable, 5xx, truncated; `unreachable` = no answer at all. */
export type ClientOutcome = Playability | 'gated' | 'failed' | 'unreachable';

/** The answer to one client. */
export interface ClientAnswer {
  client: string;
  canConvict: boolean;
  outcome: ClientOutcome;
  answer?: PlayerAnswer;
  retryAfterSeconds?: number;
}

/** Why a video has no transcript; the code of the 404 (VID-6). */
export type RefusalCode = Exclude<Playability, 'playable' | 'blocked' | 'changed'> | 'transcript_disabled';

/** The conclusion from all answers so far. */
export type Verdict =
  | { kind: 'found'; by: ClientAnswer; answer: PlayerAnswer }
  | { kind: 'refused'; code: RefusalCode; answer?: PlayerAnswer }
  | { kind: 'ask_next' }
  | { kind: 'blocked' }
  | { kind: 'unavailable' };

type FinalCode = 'video_private' | 'members_or_premium' | 'geo_blocked' | 'live_upcoming' | 'live_ended';

/** Outcomes that only the video itself can cause. */
const FINAL_AT_ONCE: ClientOutcome[] = [
  'video_private',
  'members_or_premium',
  'geo_blocked',
  'live_upcoming',
  'live_ended',
] satisfies FinalCode[];
/** At least how many clients must agree that a video is gone; as many that play it without captions decide before all clients were asked. */
const WITNESSES = 2;
/** After this many blocked clients no other client is asked. */
const MOST_BLOCKED = 2;
/** After this many clients without any answer no other client is asked. */
const MOST_UNREACHABLE = 2;

function isFinal(outcome: ClientOutcome): outcome is FinalCode {
  return FINAL_AT_ONCE.includes(outcome);
}

/** Decides by the answers so far, because no further client is asked. `silent`: the answer of a client that plays the video without captions. */
function concludeVerdict(answers: ClientAnswer[], silent: ClientAnswer | undefined): Verdict {
  const aged = answers.find(({ outcome }) => outcome === 'age_restricted');
  if (aged !== undefined) return { kind: 'refused', code: 'age_restricted', answer: aged.answer };
  const convicting = answers.filter(({ canConvict }) => canConvict);
  const answered = convicting.every(
    ({ outcome }) => !['blocked', 'gated', 'failed', 'unreachable', 'changed'].includes(outcome),
  );
  // VISIONOS refuses videos made for kids that ANDROID plays. So one client that plays the video without captions is enough, if all have answered.
  if (silent !== undefined && answered) return { kind: 'refused', code: 'transcript_disabled', answer: silent.answer };
  return answers.some(({ outcome }) => outcome === 'blocked' || outcome === 'gated')
    ? { kind: 'blocked' }
    : { kind: 'unavailable' };
}

/**
 * One client's refusal decides nothing (VID-9). A video is gone only when every convicting client, two at least, says so. It has no captions only
 * when two clients play it without any. It is age-restricted only when no other client offers captions.
 */
export function decideVerdict(answers: ClientAnswer[], clients: { canConvict: boolean }[]): Verdict {
  const playable = answers.filter(({ outcome }) => outcome === 'playable');
  const speaking = playable.find(({ answer }) => answer !== undefined && (answer.tracks.length > 0 || answer.isLive));
  if (speaking?.answer !== undefined) return { kind: 'found', by: speaking, answer: speaking.answer };
  for (const { outcome, answer } of answers) {
    if (isFinal(outcome)) return { kind: 'refused', code: outcome, answer };
  }
  const count = (outcome: ClientOutcome): number => answers.filter((one) => one.outcome === outcome).length;
  // Captions were offered and could not be fetched, so contrary answers of other clients are not trusted.
  const hasCaptions = answers.some(({ answer }) => answer !== undefined && answer.tracks.length > 0);
  if (!hasCaptions) {
    if (playable.length >= WITNESSES)
      return { kind: 'refused', code: 'transcript_disabled', answer: playable[0].answer };
    const gone = answers.filter(({ canConvict, outcome }) => canConvict && outcome === 'video_unavailable').length;
    if (gone >= WITNESSES && gone === clients.filter(({ canConvict }) => canConvict).length)
      return { kind: 'refused', code: 'video_unavailable' };
  }
  if (count('age_restricted') >= 2) return concludeVerdict(answers, undefined);
  if (count('blocked') >= MOST_BLOCKED) return { kind: 'blocked' };
  if (count('unreachable') >= MOST_UNREACHABLE)
    return count('blocked') > 0 ? { kind: 'blocked' } : { kind: 'unavailable' };
  return answers.length < clients.length
    ? { kind: 'ask_next' }
    : concludeVerdict(answers, hasCaptions ? undefined : playable[0]);
}
