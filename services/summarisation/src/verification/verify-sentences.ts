import type { CleanLine } from '../engines/extractive/clean-transcript.js';
import { lexiconOf } from '../engines/extractive/terms.js';
import type { CitedSentence } from '../engines/summary-engine.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { findingsOn } from './findings.js';
import { findingsAcross } from './translated-sentence.js';
import { reasonsAgainst, type Unsupported } from './supported-sentence.rule.js';

/** A sentence, what is said where it points, and what speaks against it: nothing, when it is supported. */
export interface Verdict<S extends CitedSentence = CitedSentence> {
  sentence: S;
  evidence: Evidence;
  reasons: Unsupported[];
}

/** Holds each sentence against what is said. `language` is what is spoken, `writtenIn` another one that the sentences are in; `endMs` the end of the video. Linear in the lines. */
export function verifySentences<S extends CitedSentence>(
  sentences: readonly S[],
  lines: readonly CleanLine[],
  language: string,
  endMs: number,
  writtenIn?: string,
): Verdict<S>[] {
  const evidence = evidenceOf(sentences, lines);
  return sentences.map((sentence, at) => verdictOn(sentence, evidence[at], language, endMs, writtenIn));
}

/** One sentence by its evidence alone, as it was kept. */
export function verdictOn<S extends CitedSentence>(
  sentence: S,
  evidence: Evidence,
  language: string,
  endMs: number,
  writtenIn?: string,
): Verdict<S> {
  const isInsideVideo = sentence.startMs >= 0 && sentence.startMs <= endMs;
  const forms = lexiconOf(language);
  const found =
    writtenIn === undefined
      ? findingsOn(sentence.text, evidence, forms)
      : findingsAcross(sentence.text, evidence, { said: forms.language, written: lexiconOf(writtenIn).language });
  const reasons = reasonsAgainst({ isInsideVideo, ...found });
  return { sentence, evidence, reasons };
}
