import { writeFileSync } from 'node:fs';
import { ROOT } from '../structure/repository-files.js';
import { catchFault, isAmong, redWithoutFault, type Verdict } from './catch-fault.js';
import { chosenFaults, readFaults } from './faults.js';
import { ImportGraph } from './import-graph.js';
import { PlantedCopy } from './planted-copy.js';
import { lineOf, resultsOf } from './planted-table.js';

/**
 * `make test-planted` plants the faults of faults.json one by one in a copy of the repository; each of them must fail a test. ONLY=id,id and
 * SHARD=1/2 select some of them; OUT=path receives the results as JSON.
 */
const { ONLY, SHARD, OUT } = process.env;
const chosen = chosenFaults(readFaults(ROOT), ONLY, SHARD);
const copy = new PlantedCopy();
const verdicts = new Map<string, Verdict>();
const keep = (verdict: Verdict) => {
  verdicts.set(verdict.id, verdict);
  console.log(lineOf(verdict));
  // Written after each fault, so that results survive when the process dies.
  if (OUT) writeFileSync(OUT, `${JSON.stringify(resultsOf([...verdicts.values()]), null, 2)}\n`);
};
try {
  await copy.build();
  const graph = new ImportGraph(copy.texts());
  for (const fault of chosen) keep(await catchFault(copy, graph, fault));

  const known = await redWithoutFault(copy, [...verdicts.values()]);
  for (const { file, test } of known) console.log(`Red without any fault, so it does not count: ${file}: ${test}`);
  for (const fault of chosen)
    if (verdicts.get(fault.id)!.by.some((one) => isAmong(known, one)))
      keep(await catchFault(copy, graph, fault, known));
} finally {
  copy.remove();
}
const all = [...verdicts.values()];
const caught = all.filter(({ result }) => result === 'caught').length;
console.log(
  `\nPlanted faults:\n${all.map((verdict) => `  ${lineOf(verdict)}`).join('\n')}\n${caught} of ${all.length} caught`,
);
process.exitCode = caught === all.length ? 0 : 1;
