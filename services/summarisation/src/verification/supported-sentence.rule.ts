/**
 * A sentence of a summary is supported when its span lies inside the video, the names and numbers in it are said there, it denies what is
 * denied there and nothing else, enough of its content words are said there, and no two speakers' words are one sentence in it (SUM-1).
 */

/** What a sentence says, held against what is said within its span and some seconds around. */
export interface Findings {
  isInsideVideo: boolean;
  hasWords: boolean;
  /** The speaker's own words in their order, no denial and no number left out. */
  isQuoted: boolean;
  /** It joins the words of two successive speakers as if one speaker had said them. */
  joinsTurns: boolean;
  saysOtherNumber: boolean;
  saysOtherName: boolean;
  deniesOtherwise: boolean;
  /** A quotation with a word of another's. */
  hasWordOfItsOwn: boolean;
  contentWords: number;
  /** How many of them are said, a form or a synonym as part of one. */
  wordsFound: number;
  /** Numbers in it; those that are not said are a reason of their own. */
  numbers: number;
  /** A script without spaces: every letter is a word. */
  isUnspaced: boolean;
}

/** Why a sentence is not supported. */
export type Unsupported =
  | 'outside_video'
  | 'no_words'
  | 'number_not_said'
  | 'name_not_said'
  | 'negation_differs'
  | 'words_not_said'
  | 'joins_turns';

/** A paraphrase has few words of the speaker, an invention nearly none. */
const MIN_SHARE = 0.19;
/** Letters of scripts without spaces are found by chance far more often than words. */
const MIN_SHARE_OF_LETTERS = 0.7;

/** The reasons against a sentence, none = supported. */
export function reasonsAgainst(found: Findings): Unsupported[] {
  if (!found.isInsideVideo) return ['outside_video'];
  if (!found.hasWords) return ['no_words'];
  if (found.isQuoted) return [];
  const reasons: Unsupported[] = [];
  if (found.joinsTurns) reasons.push('joins_turns');
  if (found.saysOtherNumber) reasons.push('number_not_said');
  if (found.saysOtherName) reasons.push('name_not_said');
  if (found.deniesOtherwise) reasons.push('negation_differs');
  if (found.hasWordOfItsOwn || !isSaid(found)) reasons.push('words_not_said');
  return reasons;
}

/** A number counts like a word, but never alone: small ones are said everywhere. */
function isSaid({ contentWords, wordsFound, numbers, isUnspaced }: Findings): boolean {
  if (contentWords === 0) return true;
  return wordsFound > 0 && wordsFound + numbers >= contentWords * (isUnspaced ? MIN_SHARE_OF_LETTERS : MIN_SHARE);
}
