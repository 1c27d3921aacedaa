import type { CleanLine } from '../engines/extractive/clean-transcript.js';
import { lexiconOf } from '../engines/extractive/terms.js';
import type { CitedSentence } from '../engines/summary-engine.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { findingsOn } from './findings.js';
import { findingsAcross } from './translated-sentence.js';
import { reasonsAgainst, type Unsupported } from './supported-sentence.rule.js';

/** A sentence, the speech that it cites, and the reasons against it; none when it is supported. */
export interface Verdict<S extends CitedSentence = CitedSentence> {
  sentence: S;
  evidence: Evidence;
  reasons: Unsupported[];
}

/**
 * Compares each sentence with the speech. `language` is the spoken language, `writtenIn` that of the sentences when it differs, and `endMs` the end
 * of the video. Linear in the lines.
 */
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

/** Checks one sentence by its stored evidence alone. */
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
