/**
 * Measures the quality of the summaries that customers get: ROUGE on the meetings of QMSum compared with four baselines, and how well they read.
 * Exits with 1 when a bar of verdict.ts is missed. QMSUM_FILE names the corpus; without it nothing is measured. `--write-base` makes this engine
 * the base, `--show` prints the sentences with a fault.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import { bootstrap } from './bootstrap.js';
import { FORMS, type Form, meetingsOf } from './meetings.js';
import { FINDINGS, type Finding, type Measured, SYSTEMS, averaged, measure } from './measure.js';
import { type Base, type Figures, baseOf, misses, percent } from './verdict.js';

const BESIDE = fileURLToPath(new URL('../../../../../shared/datasets/qmsum/val.jsonl', import.meta.url));
const BASE = fileURLToPath(new URL('../../quality-base.json', import.meta.url));
const SEED = 13;

const corpus = process.env.QMSUM_FILE ?? BESIDE;
if (existsSync(corpus)) await run(readFileSync(corpus, 'utf8'));
else
  console.log(
    'Quality is measured only where the QMSum corpus is: QMSUM_FILE names its val.jsonl. Nothing was measured.',
  );

async function run(text: string): Promise<void> {
  const meetings = meetingsOf(text);
  const measured: Record<Form, Measured[]> = { punctuated: [], spoken: [] };
  for (const form of FORMS) for (const meeting of meetings) measured[form].push(await measure(meeting, form));
  const both = FORMS.flatMap((form) => measured[form]);
  const figures: Figures = {
    scores: { punctuated: scoresOf(measured.punctuated), spoken: scoresOf(measured.spoken) },
    faults: Object.fromEntries(FINDINGS.map((finding) => [finding, share(both, finding)])) as Record<Finding, number>,
  };
  // Both forms of a meeting have the same content, so they are one observation.
  const leads = meetings.map((_, at) => {
    const [a, b] = FORMS.map((form) => measured[form][at].scores);
    return (a.ours.r1 - a.textRank.r1 + b.ours.r1 - b.textRank.r1) / 2;
  });
  const lead = bootstrap(leads, SEED);
  const { version } = new ExtractiveEngine();
  if (process.argv.includes('--write-base'))
    writeFileSync(BASE, `${JSON.stringify(baseOf(figures, `extractive ${version}`), null, 2)}\n`);
  const base = JSON.parse(readFileSync(BASE, 'utf8')) as Base;

  console.log(`extractive ${version}, ${meetings.length} meetings, 110 words of auto; base: ${base.engine}`);
  for (const form of FORMS) {
    console.log(`\n${form.padEnd(12)}ROUGE-1  ROUGE-2  ROUGE-L  ROUGE-Lsum`);
    for (const [name, score] of [
      ...SYSTEMS.map((name) => [name, figures.scores[form][name]] as const),
      ['base', base.scores[form]] as const,
    ])
      console.log(
        `  ${name.padEnd(10)}${[score.r1, score.r2, score.rL, score.rLsum].map((value) => percent(value).padStart(7)).join('  ')}`,
      );
  }
  console.log(
    `\nROUGE-1 over TextRank, both forms: ${percent(lead.mean)} [${percent(lead.low)}, ${percent(lead.high)}], 95 % paired bootstrap`,
  );
  console.log('\nof the sentences, in %      now    base');
  for (const finding of FINDINGS)
    console.log(
      `  ${finding.padEnd(20)}${percent(figures.faults[finding]).padStart(9)}${percent(base.faults[finding]).padStart(8)}`,
    );
  if (process.argv.includes('--show'))
    for (const finding of FINDINGS)
      for (const sentence of new Set(both.flatMap(({ faulty }) => faulty[finding])))
        console.log(`${finding}: ${sentence}`);

  const missed = misses(figures, base, lead);
  console.log(missed.length === 0 ? '\nall bars are met' : `\n${missed.map((line) => `MISSED ${line}`).join('\n')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function scoresOf(measured: readonly Measured[]): Figures['scores'][Form] {
  return Object.fromEntries(
    SYSTEMS.map((system) => [system, averaged(measured.map(({ scores }) => scores[system]))]),
  ) as Figures['scores'][Form];
}

function share(measured: readonly Measured[], finding: Finding): number {
  const sum = (of: (one: Measured) => number) => measured.reduce((total, one) => total + of(one), 0);
  return (
    (100 * sum(({ faulty }) => faulty[finding].length)) /
    sum(({ looked }) => (finding === 'danglingOpening' ? looked.short : looked.all))
  );
}
