import { cleanTranscript } from '../engines/extractive/spoken-words.js';
import { lexiconOf } from '../engines/extractive/terms.js';
import type { CitedSentence } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { reasonsAgainst, type Unsupported } from './supported-sentence.rule.js';

/** A sentence, what is said where it points, and what speaks against it: nothing, when it is supported. */
export interface Verdict<S extends CitedSentence = CitedSentence> {
  sentence: S;
  evidence: Evidence;
  reasons: Unsupported[];
}

/** Holds each sentence against the captions, in their order. `language` is that of both; linear in the captions. */
export function verifySentences<S extends CitedSentence>(
  sentences: readonly S[],
  segments: readonly TranscriptSegment[],
  language: string,
  videoMs = 0,
): Verdict<S>[] {
  const endMs = segments.reduce((end, line) => Math.max(end, line.startMs + line.durationMs), videoMs);
  const evidence = evidenceOf(sentences, cleanTranscript(segments));
  return verifyAgain(sentences, evidence, language, endMs);
}

/** The same by the evidence that was kept: `evidence[at]` is that of `sentences[at]`, `endMs` the end of the video. */
export function verifyAgain<S extends CitedSentence>(
  sentences: readonly S[],
  evidence: readonly Evidence[],
  language: string,
  endMs: number,
): Verdict<S>[] {
  const lexicon = lexiconOf(language);
  return sentences.map((sentence, at) => {
    const isInside = sentence.startMs >= 0 && sentence.startMs <= endMs;
    const reasons: Unsupported[] = isInside ? reasonsAgainst(sentence.text, evidence[at], lexicon) : ['outside_video'];
    return { sentence, evidence: evidence[at], reasons };
  });
}
