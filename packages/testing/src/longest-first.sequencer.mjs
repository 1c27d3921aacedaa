import TestSequencer from '@jest/test-sequencer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sourceFile } from '../dist/parts/built-file.js';

/** Seconds of the slow files, measured in a whole run with others in parallel; only their order matters. */
const SECONDS = JSON.parse(readFileSync(new URL('longest-files.json', import.meta.url), 'utf8'));

/** Starts the longest files first, so that no worker is left alone with one of them at the end; those that are not listed follow by size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weightOf(test)]));
    return [...tests].sort((a, b) => weights.get(b) - weights.get(a));
  }
}

function weightOf({ path, context: { config } }) {
  const source = sourceFile(relative(config.rootDir, path), (one) => existsSync(join(config.rootDir, one)));
  // An unlisted file takes less time than any listed one: its bytes count as nanoseconds.
  return SECONDS[source] ?? statSync(path).size / 1e9;
}
