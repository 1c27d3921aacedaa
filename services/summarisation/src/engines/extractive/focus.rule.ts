/** Rule (decision 23, custom_prompt): what the caller asks about pulls the choice of sentences towards what is said about it. */
import { spokenWords } from './spoken-words.rule.js';
import { type Lexicon, type TermIndex, termOf } from './term.rule.js';
import { cleanTranscript } from './transcript-cleaning.rule.js';

/** Words that say how to summarise and not what about; without them "focus on the price" would look for "focus". */
const REQUEST_WORDS = new Set(
  (
    'answer bullet bullets brief briefly concentrate concise cover describe detail detailed details discuss emphasise emphasize ensure especially ' +
    'explain extract focus give highlight ignore important include instructions key list main mention mostly only outline output please point points ' +
    'provide reply respond sentence sentences short show speaker speakers style summarise summarize summarised summarized summary summaries talk tell ' +
    'tone transcript use video videos want what when where which who why how words write about previous'
  ).split(' '),
);

/** The bias of each unit: the weight of the focus's terms in it. Undefined when no unit says any of them. */
export function focusBias(focus: string, lexicon: Lexicon, index: TermIndex): Float64Array | undefined {
  const ids = new Set(termsOf(focus, lexicon).flatMap((term) => index.idOf.get(term) ?? []));
  if (ids.size === 0) return undefined;
  const said = new Map<number, number>();
  const found = index.ofUnit.map((terms) => terms.filter((id) => ids.has(id)));
  for (const terms of found) for (const id of terms) said.set(id, (said.get(id) ?? 0) + 1);
  const units = index.ofUnit.length;
  return Float64Array.from(found, (terms) => terms.reduce((sum, id) => sum + Math.log(units / (said.get(id) ?? 1) + 1), 0));
}

function termsOf(focus: string, lexicon: Lexicon): string[] {
  const words = spokenWords(cleanTranscript([{ startMs: 0, durationMs: 0, text: focus }]), lexicon.language, lexicon.isFiller);
  const subject = words.filter((word) => !REQUEST_WORDS.has(word.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')));
  return subject.map((word) => termOf(word.text, lexicon)).filter((term) => term !== null);
}
