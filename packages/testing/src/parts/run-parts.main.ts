import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BACKENDS, type BackendName, VARIABLES } from '../backends/backend.js';
import { backendLines, notShownLines } from '../backends/backends-report.js';
import { type BackendChoice, chooseBackends } from '../backends/choose-backends.js';
import { composeBackends } from '../backends/compose-backends.js';
import { leftOutSpecs } from '../backends/left-out-specs.js';
import { prepareLocalBackend } from '../backends/local-backend.js';
import { reachBackend } from '../backends/reach-backend.js';
import { sweepBackends } from '../backends/sweep-backends.js';
import { type RanTest, testFilesBy, unshownProofs } from '../proofs/proofs.js';
import { securityTables } from '../proofs/security-table.js';
import { newTestRun } from '../test-run.js';
import { keepBusy } from './busy-loops.js';
import { chosenParts, type Part, type Run, RUNS } from './part.js';
import { type PartResult, runPart } from './part-run.js';

/**
 * `run-parts test | faults | full | stress [part]`, `run-parts one FILE`: chooses the backends, then runs the parts of the suite one by one and prints the seconds
 * of each, and last each test that failed. A failing part does not keep the others from running. Without a backend what needs it is left out and named; REQUIRE_BACKENDS=1
 * makes that, and every test that is skipped, a failure. A test that docs/SECURITY.md
 * names as proof and that did not pass in its part is one too.
 * PARTS names another list, and PROOFS another document, for the tests of this program.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const [run, only] = process.argv.slice(2) as [Run, string?];
/** Documents whose tables name tests as proof. */
const PROVED = ['docs/SECURITY.md'];
/** As many as the smallest machine that the tests are meant for has cores. */
const BUSY_LOOPS = 2;
const required = process.env.REQUIRE_BACKENDS === '1';
let interrupted = false;
// Ctrl-C ends the part under way too; what was started for the run has still to be stopped.
process.on('SIGINT', () => (interrupted = true));

let parts: Part[];
try {
  if (!RUNS.includes(run)) throw new Error(`There is no run ${run}. Runs: ${RUNS.join(', ')}`);
  parts = chosenParts(process.env.PARTS || join(ROOT, 'packages/testing/src/parts.json'), run, only);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
/** Where the tests that passed are written down. */
const RAN = join(mkdtempSync(join(tmpdir(), 'precis-ran-')), 'tests');
writeFileSync(RAN, '');
const say = (text: string) => console.log(`          ${text}`);
console.log('Backends for the tests:');
const choice = await chooseBackends(process.env, {
  reach: reachBackend,
  compose: (names) => composeBackends(ROOT, process.env, names),
  local: (name) => prepareLocalBackend(name, process.env, { info: say, warn: say }),
});
for (const line of backendLines(choice)) console.log(`  ${line}`);
const busy = run === 'stress' ? keepBusy(BUSY_LOOPS) : undefined;
try {
  process.exitCode = await runAll(choice);
} finally {
  busy?.stop();
  rmSync(join(RAN, '..'), { recursive: true });
  await choice.release();
}

async function runAll({ found, missing }: BackendChoice): Promise<number> {
  if (required && missing.length > 0) {
    console.error(`\nREQUIRE_BACKENDS=1, and ${missing.map(({ name }) => name).join(', ')} missing: no test was run.`);
    return 1;
  }
  const leftOut = await leftOutSpecs(
    ROOT,
    missing.map(({ name }) => name),
  );
  if (leftOut.length > 0)
    console.log(`\n  ${leftOut.length} test files need what is missing and are LEFT OUT; the rest runs.`);
  const environment = environmentOf(
    found,
    missing.map(({ name }) => name),
    leftOut,
  );
  const results: PartResult[] = [];
  for (const part of parts) {
    if (interrupted) break;
    console.log(`\n=== ${part.name}: ${part.what}`);
    results.push(await runPart(part, environment));
  }
  await sweepBackends(environment.PRECIS_TEST_RUN!, environment);

  console.log('\nSeconds of each part:');
  for (const { name, seconds, ok } of results)
    console.log(`  ${String(seconds).padStart(5)}  ${name}${ok ? '' : '  FAILED'}`);
  console.log(`${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed`);
  for (const line of notShownLines({ missing }, leftOut)) console.log(line);
  const failures = results.flatMap((result) => result.failures);
  if (!interrupted) failures.push(...withoutProof(leftOut));
  if (failures.length > 0) console.log(`FAILED:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  if (interrupted) return 130;
  return failures.length === 0 && results.every(({ ok }) => ok) ? 0 : 1;
}

/** Tests that stand as proof in a document, belong to the parts that ran, and did not pass there: skipped, renamed or gone. */
function withoutProof(leftOut: string[]): string[] {
  // Parts of another list have none of the tests that our documents name.
  const ours = process.env.PARTS || run === 'one' ? [] : PROVED;
  const documents = process.env.PROOFS ? [process.env.PROOFS] : ours.map((path) => join(ROOT, path));
  const lines = readFileSync(RAN, 'utf8').split('\n').filter(Boolean);
  const ran = lines.map((line): RanTest => {
    const [file, title] = JSON.parse(line) as [string, string];
    return { file, title };
  });
  return documents.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const proofs = securityTables(text).rows.flatMap((row) => row.proofs);
    return unshownProofs(proofs, parts, ran, leftOut, testFilesBy(ROOT)).map(
      ({ file, title }) => `${basename(path)} names ${file} > ${title}, which did not pass in this run`,
    );
  });
}

/** The one place where a run's tests learn of their backends. */
function environmentOf(found: BackendChoice['found'], missing: BackendName[], leftOut: string[]): NodeJS.ProcessEnv {
  const addresses = new Map(found.map(({ name, address }) => [name, address]));
  return {
    ...process.env,
    ...Object.fromEntries(BACKENDS.map((name) => [VARIABLES[name].name, addresses.get(name) ?? ''])),
    PRECIS_TEST_RUN: newTestRun(),
    PRECIS_RAN_TESTS: RAN,
    PRECIS_TEST_MISSING: missing.join(','),
    PRECIS_TEST_LEFT_OUT: leftOut.join(','),
    FULL: run === 'full' || (run === 'one' && process.env.FULL) ? '1' : '',
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning',
  };
}

function sum(results: PartResult[], field: 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[field], 0);
}
