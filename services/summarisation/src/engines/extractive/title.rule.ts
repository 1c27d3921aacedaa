/** Rule (decision 23): a summary says first what the video is about, and its title is the best known word on that. */
import { spokenWords } from './spoken-words.rule.js';
import { type Lexicon, type TermIndex, termOf } from './term.rule.js';
import { cleanTranscript } from './transcript-cleaning.rule.js';

/** Words about the video and not about its subject. */
const LABELS = new Set(
  'audio automatic caption captions channel clip complete edit episode extended full hd hour hours lecture live min minute minutes new official part podcast season series shorts show stream subtitles talk trailer tutorial video vlog'.split(
    ' ',
  ),
);
/** A sentence with so many of the title's terms is fully about it. */
const ENOUGH_TERMS = 2;

/** How much each unit speaks of the title, 0 to 1; undefined when nothing of it is said in the video. */
export function titleShares(title: string, lexicon: Lexicon, index: TermIndex): Float64Array | undefined {
  const words = spokenWords(
    cleanTranscript([{ startMs: 0, durationMs: 0, text: title.slice(0, 300) }]),
    lexicon.language,
    lexicon.isFiller,
  );
  const subject = words.filter(
    (word) => !LABELS.has(word.text.toLowerCase().replace(/[^\p{L}]/gu, '')) && !/\d/.test(word.text),
  );
  const terms = subject.map((word) => termOf(word.text, lexicon)).filter((term) => term !== null);
  const ids = new Set(terms.flatMap((term) => index.idOf.get(term) ?? []));
  if (ids.size === 0) return undefined;
  const most = Math.min(ENOUGH_TERMS, ids.size);
  return Float64Array.from(index.ofUnit, (own) => Math.min(1, own.filter((id) => ids.has(id)).length / most));
}
