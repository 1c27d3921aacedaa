import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@precis/runtime/domain-error';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '../summary-engine.js';
import { candidates, readsAsOne } from './candidates.rule.js';
import { focusBias } from './focus.rule.js';
import { lexiconOf } from './lexicon.js';
import { render } from './rendering.rule.js';
import { select } from './selection.rule.js';
import { spokenWords } from './spoken-words.rule.js';
import { indexTerms } from './term.rule.js';
import { textRank } from './text-rank.rule.js';
import { tidied } from './tidy.rule.js';
import { cleanTranscript } from './transcript-cleaning.rule.js';
import { unitsOf } from './unit.rule.js';

/** Summarises with no key and no network: sentences of the transcript, chosen by TextRank × coverage. Deterministic. */
export class ExtractiveEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = '1';

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    const lexicon = lexiconOf(input.language);
    const lines = cleanTranscript(input.segments);
    await this.breathe(signal);
    const units = unitsOf(spokenWords(lines, lexicon.language, lexicon.isFiller));
    const ids = candidates(units);
    if (ids.length === 0) throw new DomainError('not_found', 'transcript_empty', 'The transcript of this video says nothing that could be summarised.');
    await this.breathe(signal);
    const chosen = ids.map((id, order) => ({ ...units[id], order }));
    const index = indexTerms(chosen, lexicon);
    const words = chosen.map((unit) => unit.words.length);
    await this.breathe(signal);
    const bias = input.focus ? focusBias(input.focus, lexicon, index) : undefined;
    const scored = { index, words, rank: textRank(index, words, bias) };
    await this.breathe(signal);
    const durationMs = lines.reduce((end, line) => Math.max(end, line.endMs), 0);
    const selection = select({
      scored,
      units: chosen.map((unit) => unit.order),
      readsAsOne: (unit) => readsAsOne(tidied(chosen[unit].text)),
      durationMs,
    });
    return { ...render(input.length, selection, chosen, durationMs), focusApplied: bias !== undefined };
  }

  /** Hours of speech take tens of milliseconds per step: between two steps other requests get their turn. */
  private async breathe(signal: AbortSignal): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
  }
}
