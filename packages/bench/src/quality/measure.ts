import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import type { SummaryLength } from '@precis/summarisation/results/parameters.rule';
import { type Rouge, rouge } from '@precis/summarisation/testing/rouge';
import { BASELINES, type Baseline, baselineSummaries, sentencesOf } from './baselines.js';
import { isDanglingOpening } from './dangling-opening.js';
import { type Form, type Meeting, asSegments, turnsIn } from './meetings.js';
import { FAULTS, type Fault, faultsOf } from './reading-lint.js';

/** The length of the compared texts, for the engine and the baselines alike. */
const BUDGET_WORDS = 110;
const LENGTHS: SummaryLength[] = ['short', 'auto', 'detail'];

export type System = 'ours' | Baseline;
export const SYSTEMS: readonly System[] = ['ours', ...BASELINES];

/** A defect of a text: a fault of any sentence, or an opening of `short` that cannot be understood alone. */
export type Finding = Fault | 'danglingOpening';
export const FINDINGS: readonly Finding[] = ['danglingOpening', ...FAULTS];

/** The results of one meeting in one form: each system's scores, averaged over the references, and the sentences with each fault. */
export interface Measured {
  scores: Record<System, Rouge>;
  faulty: Record<Finding, string[]>;
  /** The number of checked sentences: of `short` alone, and of all three lengths. */
  looked: { short: number; all: number };
}

/** Measures what customers get: the text of `auto`, cut to 110 words, and the sentences of all three lengths. */
export async function measure(meeting: Meeting, form: Form): Promise<Measured> {
  const turns = turnsIn(meeting, form);
  const [short, auto, detail] = await Promise.all(LENGTHS.map((length) => summarised(turns, form, length)));
  const summaries: Record<System, string[]> = {
    ours: cut(auto.summary, BUDGET_WORDS),
    ...baselineSummaries(sentencesOf(turns, form), BUDGET_WORDS),
  };
  const all = [short, auto, detail].flatMap(({ sentences }) => sentences.map(({ text }) => text));
  const openings = short.sentences.map(({ text }) => text);
  const faulty = Object.fromEntries(
    FAULTS.map((fault) => [fault, all.filter((text) => faultsOf(text).includes(fault))]),
  );
  return {
    scores: Object.fromEntries(
      SYSTEMS.map((system) => [
        system,
        averaged(meeting.references.map((text) => rouge(summaries[system], lines(text)))),
      ]),
    ) as Record<System, Rouge>,
    faulty: { ...(faulty as Record<Fault, string[]>), danglingOpening: openings.filter(isDanglingOpening) },
    looked: { short: openings.length, all: all.length },
  };
}

function summarised(turns: readonly string[], form: Form, length: SummaryLength) {
  return new ExtractiveEngine().summarise(
    { segments: asSegments(turns), language: 'en', isGenerated: form === 'spoken', length },
    new AbortController().signal,
  );
}

/** The first `words` words of `summary`, by sentences. The moment of a key point does not count as a word. */
function cut(summary: string, words: number): string[] {
  const text = summary.replace(/^- \[[\d:]+\] /gm, '');
  return lines(text.split(/\s+/).slice(0, words).join(' '));
}

function lines(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

/** The mean of each score. */
export function averaged(scores: readonly Rouge[]): Rouge {
  const mean = (of: keyof Rouge) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
  return { r1: mean('r1'), r2: mean('r2'), rL: mean('rL'), rLsum: mean('rLsum') };
}
