import type { Rouge } from '@precis/summarisation/testing/rouge';
import type { Interval } from './bootstrap.js';
import type { Form } from './meetings.js';
import type { Finding, System } from './measure.js';

/** Scores in percent; faults as a percentage of the checked sentences. */
export interface Figures {
  scores: Record<Form, Record<System, Rouge>>;
  faults: Record<Finding, number>;
}

/** The engine's figures when the base was written. Rounded, so that a last floating-point digit decides nothing. */
export interface Base {
  engine: string;
  scores: Record<Form, Rouge>;
  faults: Record<Finding, number>;
}

/** The highest percentage of sentences that may have a fault. */
const MOST: Partial<Record<Finding, number>> = { danglingOpening: 5, repeatedWord: 1, cutEnd: 1 };
/** Excludes the first and the longest sentences, whose ROUGE-2 is no fair bar: both quote whole openings of meetings. */
const RANKERS = ['textRank', 'lexRank'] as const;

/** Every bar that the engine misses, in words; empty = it passes. `lead` is its ROUGE-1 over TextRank, in both forms. */
export function misses(found: Figures, base: Base, lead: Interval): string[] {
  const missed: string[] = [];
  const need = (isMet: boolean, what: string) => {
    if (!isMet) missed.push(what);
  };
  for (const form of Object.keys(found.scores) as Form[]) {
    const { ours, ...baselines } = found.scores[form];
    for (const [name, { r1 }] of Object.entries(baselines))
      need(ours.r1 > r1, `${form}: ROUGE-1 ${percent(ours.r1)} is not above ${name} ${percent(r1)}`);
    for (const name of RANKERS)
      need(
        ours.r2 > baselines[name].r2,
        `${form}: ROUGE-2 ${percent(ours.r2)} is not above ${name} ${percent(baselines[name].r2)}`,
      );
    for (const kind of ['r1', 'r2', 'rL'] as const)
      need(
        rounded(ours[kind]) >= base.scores[form][kind],
        `${form}: ${kind} ${percent(ours[kind])} is below the base's ${percent(base.scores[form][kind])}`,
      );
  }
  need(lead.low > 0, `the interval of the lead over TextRank, from ${percent(lead.low)}, does not exclude zero`);
  for (const [finding, most] of Object.entries(MOST) as [Finding, number][])
    need(
      found.faults[finding] < most,
      `${finding}: ${percent(found.faults[finding])} % of sentences, not under ${most} %`,
    );
  return missed;
}

/** Makes a base of these figures. */
export function baseOf(found: Figures, engine: string): Base {
  const all = (score: Rouge): Rouge => ({
    r1: rounded(score.r1),
    r2: rounded(score.r2),
    rL: rounded(score.rL),
    rLsum: rounded(score.rLsum),
  });
  return {
    engine,
    scores: { punctuated: all(found.scores.punctuated.ours), spoken: all(found.scores.spoken.ours) },
    faults: Object.fromEntries(
      Object.entries(found.faults).map(([name, share]) => [name, rounded(share)]),
    ) as Base['faults'],
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Formats a percentage for printing. */
export function percent(value: number): string {
  return value.toFixed(2);
}
