import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * After the tests in the browser: each of them that docs/spec-coverage.md names must have passed. A run of some files answers for those
 * alone, and a run of some tests for none.
 */
export default class ProvenRowsReporter {
  constructor({ rootDir, testNamePattern, testPathPatterns, runTestsByPath }) {
    this.rootDir = rootDir;
    this.isPicked = Boolean(testNamePattern);
    this.isWhole = !runTestsByPath && !testPathPatterns?.isSet();
  }

  async onRunComplete(_contexts, { testResults }) {
    if (this.isPicked) return;
    const from = (path) => import(join(this.rootDir, 'packages/testing/dist/proofs', path));
    const [{ coverageTable }, { titlePattern }] = await Promise.all([from('coverage-table.js'), from('proofs.js')]);
    const ran = testResults.map(({ testFilePath, testResults: tests }) => ({
      file: relative(this.rootDir, testFilePath),
      passed: tests.filter(({ status }) => status === 'passed').map(({ title }) => title),
    }));
    const files = new Set(ran.map(({ file }) => file));
    const { rows } = coverageTable(readFileSync(join(this.rootDir, 'docs/spec-coverage.md'), 'utf8'));
    const unproven = rows.flatMap(({ name, proofs }) =>
      proofs
        .filter(({ file }) => file.startsWith('web/e2e/') && (this.isWhole || files.has(file)))
        .filter(({ file, title }) => {
          const pattern = titlePattern(title);
          return !ran.some((one) => one.file === file && one.passed.some((passed) => pattern.test(passed)));
        })
        .map(({ file, title }) => `${name}: ${file} > ${title}`),
    );
    if (unproven.length === 0) return;
    this.error = new Error(`docs/spec-coverage.md names tests that did not pass:\n  ${unproven.join('\n  ')}`);
    process.stderr.write(`${this.error.message}\n`); // jest fails for it, without a word
  }

  getLastError() {
    return this.error;
  }
}
