import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes `["file","title"]` of each test that passed into the file PRECIS_RAN_TESTS, which proofs/proofs.ts reads after a run. */
export default class RanTestsReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestResult(_test, { testFilePath, testResults }) {
    const path = process.env.PRECIS_RAN_TESTS;
    if (!path) return;
    const file = relative(this.rootDir, testFilePath);
    const passed = testResults.filter(({ status }) => status === 'passed');
    appendFileSync(path, passed.map(({ title }) => `${JSON.stringify([file, title])}\n`).join(''));
  }
}
