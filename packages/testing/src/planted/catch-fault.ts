import { overHttp, STRUCTURE } from './far-tests.js';
import type { Fault } from './faults.js';
import type { ImportGraph } from './import-graph.js';
import { inBatches, nearestTests } from './near-tests.js';
import type { PlantedCopy } from './planted-copy.js';
import { type RedTest, runReachingTests } from './run-reaching-tests.js';

/** The outcome of a fault. */
export interface Verdict {
  id: string;
  result: 'caught' | 'escaped' | 'does not compile';
  /** Tests that failed because of it. */
  by: RedTest[];
  /** The tests that ran without noticing the fault. */
  why: string;
  seconds: number;
}

/** Time limit of all tests of one fault. */
const LIMIT_MS = 6 * 60_000;

/**
 * Plants a fault, builds, and runs tests until one fails: first those that reach its file by imports, nearest first, then those that read code as
 * text, then those over HTTP. `known` tests fail without any fault, and do not count.
 */
export async function catchFault(
  copy: PlantedCopy,
  graph: ImportGraph,
  fault: Fault,
  known: RedTest[] = [],
): Promise<Verdict> {
  const startedMs = performance.now();
  const ended = (result: Verdict['result'], by: RedTest[], why: string): Verdict => {
    return { id: fault.id, result, by, why, seconds: Math.round((performance.now() - startedMs) / 1_000) };
  };
  return copy.with(fault, async () => {
    try {
      await copy.build(fault.file);
    } catch (error) {
      return ended('does not compile', [], (error as Error).message.slice(0, 500));
    }
    const asked: string[] = [];
    const batches = [
      ...inBatches(nearestTests(graph, fault.file, fault.before)),
      ...(fault.file.startsWith('web/') ? [] : [STRUCTURE]),
      ...overHttp(fault.area).map((file) => [file]),
    ];
    for (const files of batches) {
      const leftMs = LIMIT_MS - (performance.now() - startedMs);
      if (leftMs <= 0) break;
      const { red, outOfTime } = await runReachingTests(copy.folder, files, leftMs);
      const news = red.filter((one) => !isAmong(known, one));
      if (news.length > 0) return ended('caught', news, '');
      if (outOfTime) break;
      asked.push(...files);
    }
    const all = batches.flat().length;
    return ended('escaped', [], `green: ${asked.length} of ${all} files${asked.length < all ? ', out of time' : ''}`);
  });
}

/** Whether the same test of the same file is one of `tests`. */
export function isAmong(tests: RedTest[], one: RedTest): boolean {
  return tests.some(({ file, test }) => one.file === file && one.test === test);
}

/** Tests that caught a fault but also fail without any: they prove nothing. The copy must have no fault planted. */
export async function redWithoutFault(copy: PlantedCopy, verdicts: Verdict[]): Promise<RedTest[]> {
  await copy.build();
  const files = [...new Set(verdicts.flatMap(({ by }) => by.map(({ file }) => file)))];
  if (files.length === 0) return [];
  const { red } = await runReachingTests(copy.folder, files, files.length * LIMIT_MS);
  return red;
}
