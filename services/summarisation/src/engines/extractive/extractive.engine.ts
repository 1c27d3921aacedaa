import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@precis/runtime/domain-error';
import { lexicalChapters } from '../../chapters/lexical-chapters.js';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '../summary-engine.js';
import { Focus, reasonNotApplied } from './focus.js';
import { qualities } from './quality.js';
import { partTitles } from './part-titles.js';
import { textRank, titleShares } from './ranking.js';
import { render, tidied } from './rendering.js';
import { type Selection, select } from './selection.js';
import { cleanTranscript, spokenWords } from './spoken-words.js';
import { withoutStutters } from './stutters.js';
import { indexTerms, lexiconOf } from './terms.js';
import { candidates, readsAsOne, unitsOf } from './units.js';

/**
 * Summarises with no key and no network (SUM-7): sentences of the transcript, chosen by TextRank times coverage. Deterministic.
 * The way of one transcript: spoken-words.ts, stutters.ts, units.ts, then terms.ts, ranking.ts, quality.ts, focus.ts, then selection.ts and rendering.ts.
 */
export class ExtractiveEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = '4';

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    const lexicon = lexiconOf(input.language);
    const lines = cleanTranscript(input.segments);
    await this.breathe(signal);
    const spoken = spokenWords(lines, lexicon.language, lexicon.isFiller);
    await this.breathe(signal);
    const units = unitsOf(withoutStutters(spoken, lexicon.language), lexicon.language);
    await this.breathe(signal);
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
    await this.breathe(signal);
    const title = input.title ? titleShares(input.title, lexicon, index) : undefined;
    const choose = async (focus?: Focus) => {
      const rank = textRank(index, words, focus?.bias);
      await this.breathe(signal);
      return select({
        scored: { index, words, quality, rank },
        units: chosen.map((unit) => unit.order),
        textOf: (unit) => chosen[unit].text,
        numbers,
        readsAsOne: (unit) => readsAsOne(tidied(chosen[unit].text)),
        durationMs,
        focus,
        titleShares: title,
      });
    };
    await this.breathe(signal);
    const focus = input.focus ? Focus.of(input.focus, lexicon, index, chosen) : undefined;
    const focused = focus && (await choose(focus));
    // A summary bent towards the prompt that still does not speak of it is worse than the plain one.
    const focusApplied = focused !== undefined && focus !== undefined && focus.isMet(shown(focused, input.length));
    const selection = focusApplied ? focused : await choose();
    await this.breathe(signal);
    const said = { words: chosen.map((unit) => unit.words), index };
    const titles = input.length === 'detail' ? partTitles(selection.parts, said) : [];
    return {
      ...render(input.length, selection, chosen, durationMs, titles),
      chapters: input.chapters?.length ? undefined : lexicalChapters({ units: chosen, index, lexicon }, durationMs),
      focusApplied,
      ...(input.focus && !focusApplied ? { focusReason: reasonNotApplied(input.focus, lexicon) } : {}),
    };
  }

  /** Hours of speech take tens of milliseconds per step: between two steps whatever else runs on this loop gets its turn. */
  private async breathe(signal: AbortSignal): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** The units that a summary of this length shows. */
function shown({ overview, parts }: Selection, length: SummaryInput['length']): number[] {
  if (length === 'short') return overview;
  return [...overview, ...parts.flatMap((part) => (length === 'auto' ? part.points : [...part.points, ...part.extra]))];
}
