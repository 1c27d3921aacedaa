import { appendFileSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sourceFile } from '../dist/parts/built-file.js';

/**
 * Writes the result of each test file, one line of JSON each, into the file PRECIS_RESULTS, which parts/jest-run.ts reads after the run. At the end
 * it prints each failed test with its file, because the relevant line is hard to find among thousands.
 */
export default class ResultsReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestResult(_test, result) {
    const path = process.env.PRECIS_RESULTS;
    if (path) appendFileSync(path, `${JSON.stringify(this.resultOf(result))}\n`);
  }

  onRunComplete(_contexts, { testResults }) {
    for (const { file, tests, broken } of testResults.map((result) => this.resultOf(result))) {
      for (const { fullName, status } of tests)
        if (status === 'failed') process.stderr.write(`FAILED TEST  ${file}: ${fullName}\n`);
      if (broken) process.stderr.write(`FAILED TEST  ${file}: the file itself\n`);
    }
  }

  resultOf({ testFilePath, testResults, perfStats, testExecError, failureMessage }) {
    const tests = testResults.map(({ title, fullName, status }) => ({ title, fullName, status }));
    // A file that could not be loaded, whose hooks failed outside any test, or that changes the state for the next file.
    const isBroken = Boolean(testExecError ?? failureMessage) && tests.every(({ status }) => status !== 'failed');
    return {
      file: sourceFile(relative(this.rootDir, testFilePath), (source) => existsSync(join(this.rootDir, source))),
      seconds: (perfStats?.runtime ?? 0) / 1_000,
      tests,
      broken: Boolean(isBroken),
    };
  }
}
