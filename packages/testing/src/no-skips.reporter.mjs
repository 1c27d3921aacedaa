const SKIPPED = new Set(['pending', 'skipped', 'todo', 'disabled']);

/** Names every test that jest did not run. Under REQUIRE_BACKENDS=1 one of them is enough for the run to fail. */
export default class NoSkipsReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults.filter(({ status }) => SKIPPED.has(status)).map(({ fullName }) => `${testFilePath}: ${fullName}`),
    );
    for (const name of skipped) process.stderr.write(`SKIPPED ${name}\n`);
    // A file of skipped tests alone is counted by jest without its tests.
    const files = results.numPendingTestSuites;
    if (process.env.REQUIRE_BACKENDS === '1' && skipped.length + files > 0) {
      this.error = new Error(`REQUIRE_BACKENDS=1: a run that may skip nothing has skipped ${skipped.length} tests`);
      process.stderr.write(`${this.error.message}\n`); // jest fails for it, without a word
    }
  }

  getLastError() {
    return this.error;
  }
}
