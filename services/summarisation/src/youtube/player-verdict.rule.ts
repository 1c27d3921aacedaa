import type { Playability } from './playability.rule.js';
import type { PlayerAnswer } from './player-answer.rule.js';

/** `gated` = captions withheld from this client; `failed` = unreadable, 5xx, cut off; `unreachable` = no answer at all. */
export type ClientOutcome = Playability | 'gated' | 'failed' | 'unreachable';

/** What one client got to hear. */
export interface ClientAnswer {
  client: string;
  canConvict: boolean;
  outcome: ClientOutcome;
  answer?: PlayerAnswer;
  retryAfterSeconds?: number;
}

export type RefusalCode = Exclude<Playability, 'playable' | 'blocked' | 'changed'> | 'transcript_disabled';

/** What all answers so far add up to. */
export type Verdict =
  | { kind: 'found'; by: ClientAnswer; answer: PlayerAnswer }
  | { kind: 'refused'; code: RefusalCode; answer?: PlayerAnswer }
  | { kind: 'ask_next' }
  | { kind: 'blocked' }
  | { kind: 'unavailable' };

type FinalCode = 'video_private' | 'members_or_premium' | 'geo_blocked' | 'live_upcoming' | 'live_ended';

/** Only the video itself can be the cause of these. */
const FINAL_AT_ONCE: ClientOutcome[] = [
  'video_private',
  'members_or_premium',
  'geo_blocked',
  'live_upcoming',
  'live_ended',
] satisfies FinalCode[];
const WITNESSES = 2;
const MOST_BLOCKED = 2;
const MOST_UNREACHABLE = 2;

function isFinal(outcome: ClientOutcome): outcome is FinalCode {
  return FINAL_AT_ONCE.includes(outcome);
}

/** No client is left: what was heard must do. */
function concludeVerdict(heard: ClientAnswer[], silent: ClientAnswer | undefined): Verdict {
  const aged = heard.find(({ outcome }) => outcome === 'age_restricted');
  if (aged !== undefined) return { kind: 'refused', code: 'age_restricted', answer: aged.answer };
  const convicting = heard.filter(({ canConvict }) => canConvict);
  const answered = convicting.every(
    ({ outcome }) => !['blocked', 'gated', 'failed', 'unreachable', 'changed'].includes(outcome),
  );
  // made for kids: VISIONOS refuses what ANDROID plays, so one silent client is enough once all have spoken
  if (silent !== undefined && answered) return { kind: 'refused', code: 'transcript_disabled', answer: silent.answer };
  return heard.some(({ outcome }) => outcome === 'blocked' || outcome === 'gated')
    ? { kind: 'blocked' }
    : { kind: 'unavailable' };
}

/**
 * A refusal by one client is no verdict (decisions 21): a video is gone only when every convicting client, two at least, says so, has no
 * captions only when two clients play it without any, and is age-restricted only when no other client shows captions.
 */
export function decideVerdict(heard: ClientAnswer[], clients: { canConvict: boolean }[]): Verdict {
  const playable = heard.filter(({ outcome }) => outcome === 'playable');
  const speaking = playable.find(({ answer }) => answer !== undefined && (answer.tracks.length > 0 || answer.isLive));
  if (speaking?.answer !== undefined) return { kind: 'found', by: speaking, answer: speaking.answer };
  for (const { outcome, answer } of heard) {
    if (isFinal(outcome)) return { kind: 'refused', code: outcome, answer };
  }
  const count = (outcome: ClientOutcome): number => heard.filter((one) => one.outcome === outcome).length;
  // captions were offered, we only failed to fetch them: what other clients say against that is not believed
  const hasCaptions = heard.some(({ answer }) => answer !== undefined && answer.tracks.length > 0);
  if (!hasCaptions) {
    if (playable.length >= WITNESSES)
      return { kind: 'refused', code: 'transcript_disabled', answer: playable[0].answer };
    const gone = heard.filter(({ canConvict, outcome }) => canConvict && outcome === 'video_unavailable').length;
    if (gone >= WITNESSES && gone === clients.filter(({ canConvict }) => canConvict).length)
      return { kind: 'refused', code: 'video_unavailable' };
  }
  if (count('age_restricted') >= 2) return concludeVerdict(heard, undefined);
  if (count('blocked') >= MOST_BLOCKED) return { kind: 'blocked' };
  if (count('unreachable') >= MOST_UNREACHABLE)
    return count('blocked') > 0 ? { kind: 'blocked' } : { kind: 'unavailable' };
  return heard.length < clients.length
    ? { kind: 'ask_next' }
    : concludeVerdict(heard, hasCaptions ? undefined : playable[0]);
}
