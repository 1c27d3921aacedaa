import { dirname } from 'node:path';
import type { ImportGraph } from './import-graph.js';

/** Further tests cover the same code as these, only less directly. */
const MOST_TESTS = 25;
/** A test that imports one of these starts its own brokers, which takes minutes; nearer tests decide sooner. */
const KAFKA = ['packages/testing/src/kafka.ts', 'packages/backends/src/kafka-backend.ts'];
/** Shorter words are in most tests. */
const WORD = /\w{6,}/g;
const LONG = /kafka|chaos|kill-|outage|packages\/backends\//;

/**
 * The test files that reach `file` by imports: first those of its own folder, then the nearest. Of equally near ones those come first that mention
 * most words of the changed `line`, then the smallest: dozens of tests start the whole gateway, and few of them are about one of its routes.
 */
export function nearestTests(graph: ImportGraph, file: string, line: string, most = MOST_TESTS): string[] {
  const distances = graph.distancesTo(file);
  const long = new Set(KAFKA.flatMap((path) => [...graph.distancesTo(path).keys()]));
  const folderOf = (path: string) => (dirname(path) === dirname(file) ? 0 : 1);
  const words = [...new Set(line.match(WORD))];
  const mentionedIn = (path: string) => words.filter((word) => graph.texts.get(path)!.includes(word)).length;
  const sizeOf = (path: string) => graph.texts.get(path)!.length;
  return [...distances.keys()]
    .filter((path) => /\.spec\.tsx?$/.test(path) && !long.has(path) && !LONG.test(path))
    .sort(
      (one, other) =>
        folderOf(one) - folderOf(other) ||
        distances.get(one)! - distances.get(other)! ||
        mentionedIn(other) - mentionedIn(one) ||
        sizeOf(one) - sizeOf(other) ||
        (one < other ? -1 : 1),
    )
    .slice(0, most);
}

/** In batches, the first ones smallest: a near test usually ends the search soon. */
export function inBatches(files: string[]): string[][] {
  const batches: string[][] = [];
  for (let from = 0, size = 1; from < files.length; from += size, size = Math.min(4, size + 1))
    batches.push(files.slice(from, from + size));
  return batches;
}
