import { wordsOf } from '../../verification/words.js';
import { lexiconOf } from '../extractive/terms.js';

/** The Unicode scripts of script names that stand for several. */
const SCRIPTS: Record<string, string[]> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};
/** Lower than one, because names and terms stay in the letters of the speaker. */
const LEAST_SHARE = 0.3;

/**
 * Whether `text` is written in `language` and not in `spoken`: models sometimes answer in the language of their input. Decides by the letters and,
 * when both share a script, by which language has more stop-words. Undecided text passes.
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

/** Undefined for a script without letters of its own, such as Fraktur, or an unknown one: a caller may ask for any. */
function lettersOf(language: string): RegExp | undefined {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const names = SCRIPTS[script] ?? [script];
  try {
    return new RegExp(`[${names.map((name) => `\\p{scx=${name}}`).join('')}]`, 'u');
  } catch {
    return undefined;
  }
}
