import { DomainError } from '@precis/runtime/domain-error';
import { findingChapters } from '../../chapters/lexical-chapters.js';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '../summary-engine.js';
import { findingCandidates } from './candidates.js';
import { Focus, reasonNotApplied } from './focus.js';
import { partTitles } from './part-titles.js';
import { judging } from './quality.js';
import { ranking, titleShares } from './ranking.js';
import { render, tidied } from './rendering.js';
import { type Selection, select } from './selection.js';
import { Slicer } from '../../work/slices.js';
import { timingWords } from './spoken-words.js';
import { mendingStutters } from './stutters.js';
import { indexing, lexiconOf } from './terms.js';
import { cuttingUnits, readsAsOne } from './units.js';

/**
 * Summarises without a key or a network (SUM-7): chooses sentences of the transcript by TextRank and coverage. Deterministic. A transcript passes
 * through clean-transcript.ts, spoken-words.ts, stutters.ts, units.ts, candidates.ts, then terms.ts, ranking.ts, quality.ts, focus.ts, then
 * selection.ts and rendering.ts.
 */
export class ExtractiveEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = '7';

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    const lexicon = lexiconOf(input.language);
    const slicer = new Slicer(signal);
    const spoken = await slicer.run(timingWords(input.segments, lexicon.language, lexicon.isFiller));
    await slicer.run(mendingStutters(spoken, lexicon.language));
    const units = await slicer.run(cuttingUnits(spoken, lexicon.language));
    const ids = await slicer.run(findingCandidates(units, lexicon.language));
    if (ids.length === 0)
      throw new DomainError(
        'not_found',
        'transcript_empty',
        'The transcript of this video says nothing that could be summarised.',
      );
    const chosen = ids.map((id) => units[id]);
    const index = await slicer.run(indexing(chosen, spoken.forms, lexicon));
    const words = chosen.map((unit) => unit.words.length);
    const { durationMs } = spoken;
    const { quality, numbers } = await slicer.run(judging(chosen, index, lexicon));
    const title = input.title ? titleShares(input.title, lexicon, index) : undefined;
    const choose = async (focus?: Focus) => {
      const rank = await slicer.run(ranking(index, words, focus?.bias));
      const choosing = select({
        scored: { index, words, quality, rank },
        units: [...chosen.keys()],
        textOf: (unit) => chosen[unit].text,
        numbers,
        startMsOf: (unit) => chosen[unit].startMs,
        readsAsOne: (unit) => readsAsOne(tidied(chosen[unit].text)),
        durationMs,
        focus,
        titleShares: title,
      });
      return slicer.run(choosing);
    };
    await slicer.letOthersRun();
    const focus = input.focus ? Focus.of(input.focus, lexicon, index) : undefined;
    const focused = focus && (await choose(focus));
    // A summary that was bent towards the prompt but does not cover it is worse than the plain one.
    const focusApplied = focused !== undefined && focus !== undefined && focus.isMet(shown(focused, input.length));
    const selection = focusApplied ? focused : await choose();
    await slicer.letOthersRun();
    const said = { words: chosen.map((unit) => unit.words), index, language: lexicon.language };
    const titles = input.length === 'detail' ? await slicer.run(partTitles(selection.parts, said)) : [];
    const chapters = input.chapters?.length
      ? undefined
      : await slicer.run(findingChapters({ units: chosen, index, lexicon }, durationMs));
    return {
      ...render(input.length, selection, chosen, durationMs, titles),
      chapters,
      focusApplied,
      ...(input.focus && !focusApplied ? { focusReason: reasonNotApplied(input.focus, lexicon) } : {}),
    };
  }
}

/** The units that a summary of this length shows. */
function shown({ overview, parts }: Selection, length: SummaryInput['length']): number[] {
  if (length === 'short') return overview;
  return [...overview, ...parts.flatMap((part) => (length === 'auto' ? part.points : [...part.points, ...part.extra]))];
}
