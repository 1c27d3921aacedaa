import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@precis/runtime/domain-error';
import { type FocusReason, SummaryEngine, type SummaryInput, type SummaryOutput } from '../summary-engine.js';
import { asksOfSomething, Focus } from './focus.js';
import { type FocusWish, wishOf } from './focus-wish.js';
import { qualities } from './quality.js';
import { partTitles } from './part-titles.js';
import { textRank, titleShares } from './ranking.js';
import { render, tidied } from './rendering.js';
import { type Selection, select } from './selection.js';
import { cleanTranscript, spokenWords } from './spoken-words.js';
import { withoutStutters } from './stutters.js';
import { indexTerms, type Lexicon, lexiconOf } from './terms.js';
import { candidates, readsAsOne, unitsOf } from './units.js';

/**
 * Summarises with no key and no network (SUM-7): sentences of the transcript, chosen by TextRank times coverage. Deterministic.
 * The way of one transcript: spoken-words.ts, stutters.ts, units.ts, then terms.ts, ranking.ts, quality.ts, focus.ts, then selection.ts and rendering.ts.
 */
export class ExtractiveEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = '3';

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    const lexicon = lexiconOf(input.language);
    const lines = cleanTranscript(input.segments);
    await this.breathe(signal);
    const spoken = spokenWords(lines, lexicon.language, lexicon.isFiller);
    const units = unitsOf(withoutStutters(spoken, lexicon.language), lexicon.language);
    const ids = candidates(units, lexicon.language);
    if (ids.length === 0)
      throw new DomainError(
        'not_found',
        'transcript_empty',
        'The transcript of this video says nothing that could be summarised.',
      );
    await this.breathe(signal);
    const chosen = ids.map((id, order) => ({ ...units[id], order }));
    const index = indexTerms(chosen, lexicon);
    const words = chosen.map((unit) => unit.words.length);
    await this.breathe(signal);
    const durationMs = lines.reduce((end, line) => Math.max(end, line.endMs), 0);
    const { quality, numbers } = qualities(chosen, lexicon);
    const title = input.title ? titleShares(input.title, lexicon, index) : undefined;
    const choose = (focus?: Focus) =>
      select({
        scored: { index, words, quality, rank: textRank(index, words, focus?.bias) },
        units: chosen.map((unit) => unit.order),
        textOf: (unit) => chosen[unit].text,
        numbers,
        readsAsOne: (unit) => readsAsOne(tidied(chosen[unit].text)),
        durationMs,
        focus,
        titleShares: title,
      });
    await this.breathe(signal);
    const wish = input.focus ? wishOf(input.focus) : undefined;
    const focus = wish && Focus.of(wish.subject, lexicon, index, chosen);
    const focused = focus && choose(focus);
    // A summary bent towards the prompt that still does not speak of it is worse than the plain one.
    const focusApplied = focused !== undefined && focus !== undefined && focus.isMet(shown(focused, input.length));
    const selection = focusApplied ? focused : choose();
    const focusReason = wish && !focusApplied ? reasonOf(wish, lexicon) : undefined;
    const said = { words: chosen.map((unit) => unit.words), index };
    const titles = input.length === 'detail' ? partTitles(selection.parts, said) : [];
    return { ...render(input.length, selection, chosen, durationMs, titles), focusApplied, focusReason };
  }

  /** Hours of speech take tens of milliseconds per step: between two steps whatever else runs on this loop gets its turn. */
  private async breathe(signal: AbortSignal): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Why a wish was not followed (SUM-4). */
function reasonOf({ subject, asksFor }: FocusWish, lexicon: Lexicon): FocusReason {
  return asksFor !== undefined && !asksOfSomething(subject, lexicon) ? asksFor : 'not_found';
}

/** The units that a summary of this length shows. */
function shown({ overview, parts }: Selection, length: SummaryInput['length']): number[] {
  if (length === 'short') return overview;
  return [...overview, ...parts.flatMap((part) => (length === 'auto' ? part.points : [...part.points, ...part.extra]))];
}
