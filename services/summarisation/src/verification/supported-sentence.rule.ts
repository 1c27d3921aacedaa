/**
 * A sentence of a summary is supported under these conditions (SUM-1): its span lies inside the video, its names and numbers are said there, it
 * denies exactly what is denied there, enough of its content words are said there, and it does not merge the words of two speakers.
 */

/** How a sentence compares with the speech within its span and some seconds around it. */
export interface Findings {
  isInsideVideo: boolean;
  hasWords: boolean;
  /** It is the speaker's own words in order, without an omitted negation or number. */
  isQuoted: boolean;
  /** It joins the words of two successive speakers as if one speaker had said them. */
  joinsTurns: boolean;
  saysOtherNumber: boolean;
  saysOtherName: boolean;
  deniesOtherwise: boolean;
  /** A quotation with a word that the speaker did not say. */
  hasWordOfItsOwn: boolean;
  contentWords: number;
  /** How many content words are said; a form or a synonym counts as part of one. */
  wordsFound: number;
  /** Numbers in the sentence; unsaid ones are a separate reason. */
  numbers: number;
  /** The text is in a script without spaces, where every letter is a word. */
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

/** A paraphrase shares few words with the speaker, an invention nearly none. */
const MIN_SHARE = 0.19;
/** Single letters of scripts without spaces match by chance far more often than words. */
const MIN_SHARE_OF_LETTERS = 0.7;

/** The reasons against a sentence; none = supported. */
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

/** A number counts like a word, but never alone: small numbers occur everywhere. */
function isSaid({ contentWords, wordsFound, numbers, isUnspaced }: Findings): boolean {
  if (contentWords === 0) return true;
  return wordsFound > 0 && wordsFound + numbers >= contentWords * (isUnspaced ? MIN_SHARE_OF_LETTERS : MIN_SHARE);
}
