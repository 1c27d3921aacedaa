import { wordsOf } from '../../verification/words.js';
import { lexiconOf } from '../extractive/terms.js';

/** Unicode's names of scripts that are several. */
const SCRIPTS: Record<string, string[]> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};
/** Names and terms stay in the letters of the speaker. */
const LEAST_SHARE = 0.3;

/**
 * Whether `text` reads as `language` and not as `spoken`: models now and then answer in the language of what they are given. Told by the letters and,
 * where they are the same, by whose stop-words there are more; what cannot be told passes.
 */
export function isWrittenIn(text: string, language: string, spoken: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const own = lettersOf(language);
  if (own && letters.filter((letter) => own.test(letter)).length < letters.length * LEAST_SHARE) return false;
  const [wanted, other] = [lexiconOf(language), lexiconOf(spoken)];
  if (!wanted.isKnown || !other.isKnown) return true;
  const words = wordsOf(text);
  const count = ({ isStopword }: { isStopword(word: string): boolean }) =>
    words.filter((word) => isStopword(word.raw.toLowerCase())).length;
  return count(wanted) >= count(other);
}

/** Undefined for a script without letters of its own, such as Fraktur, or one that is none: a caller may ask for any. */
function lettersOf(language: string): RegExp | undefined {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const names = SCRIPTS[script] ?? [script];
  try {
    return new RegExp(`[${names.map((name) => `\\p{scx=${name}}`).join('')}]`, 'u');
  } catch {
    return undefined;
  }
}
