import { relative } from 'node:path';

/** parts/part-run.ts finds the lines by this beginning. */
const FAILED_LINE = 'FAILED TEST  ';

/** Names each failed test with its file in the last lines of a run: in thousands of lines nobody finds the one that counts. */
export default class FailedTestsReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    for (const { testFilePath, testResults: tests, testExecError, failureMessage } of testResults) {
      const file = relative(this.rootDir, testFilePath);
      const failed = tests.filter(({ status }) => status === 'failed');
      for (const { fullName } of failed) process.stderr.write(`${FAILED_LINE}${file}: ${fullName}\n`);
      // A file that could not be loaded, or whose hooks failed outside any test.
      if (failed.length === 0 && (testExecError || failureMessage))
        process.stderr.write(`${FAILED_LINE}${file}: the file itself\n`);
    }
  }
}
