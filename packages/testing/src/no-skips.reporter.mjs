const SKIPPED = new Set(['pending', 'skipped', 'todo', 'disabled']);

/** Names every test that jest did not run. With REQUIRE_BACKENDS=1 a single one fails the run. */
export default class NoSkipsReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults.filter(({ status }) => SKIPPED.has(status)).map(({ fullName }) => `${testFilePath}: ${fullName}`),
    );
    for (const name of skipped) process.stderr.write(`SKIPPED ${name}\n`);
    // jest counts a file that has only skipped tests as one file, without its tests.
    const files = results.numPendingTestSuites;
    if (process.env.REQUIRE_BACKENDS === '1' && skipped.length + files > 0) {
      this.error = new Error(
        `REQUIRE_BACKENDS=1: a run that may skip nothing has skipped ${skipped.length} tests, and ${files} files whole`,
      );
      process.stderr.write(`${this.error.message}\n`); // getLastError() fails the run, but jest does not print its text
    }
  }

  getLastError() {
    return this.error;
  }
}
