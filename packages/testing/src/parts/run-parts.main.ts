import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BACKENDS, VARIABLES } from '../backends/backend.js';
import { backendLines, notShownLines } from '../backends/backends-report.js';
import { type BackendChoice, chooseBackends } from '../backends/choose-backends.js';
import { composeBackends } from '../backends/compose-backends.js';
import { leftOutSpecs } from '../backends/left-out-specs.js';
import { prepareLocalBackend } from '../backends/local-backend.js';
import { reachBackend } from '../backends/reach-backend.js';
import { startRunBackends } from '../backends/run-backends.js';
import { sweepBackends } from '../backends/sweep-backends.js';
import { testFilesBy, unshownProofs } from '../proofs/proofs.js';
import { securityTables } from '../proofs/security-table.js';
import { repositoryFiles } from '../structure/repository-files.js';
import { newTestRun } from '../test-run.js';
import { keepBusy } from './busy-loops.js';
import { runCommands } from './commands.js';
import { type FileResult, type JestRun, runJest } from './jest-run.js';
import { chosenParts, type Part, partOf, readParts, type Run, RUNS, TEST_FILE } from './part.js';
import { temporaryFolder } from './temporary-folder.js';
import { countTests, failedFiles, failuresIn, judged, secondsOfParts, skippedIn } from './verdict.js';

/**
 * `run-parts lint | test | web | faults | full | stress [part]`, `run-parts one FILE`. Chooses the backends, then runs the test files of the parts
 * in one queue, followed by those that must run alone. A failed file of the queue runs once more by itself, unless its inputs are random. A failure
 * that does not recur becomes a FLAKY line, which fails only `stress`. Without a backend, the files that need it are left out and named. With
 * REQUIRE_BACKENDS=1 that is a failure, and so is every skipped test. A test that docs/SECURITY.md names as proof and that did not pass in its part
 * is a failure too. PARTS names another list, and PROOFS another document, for the tests of this program.
 */
const ROOT = join(import.meta.dirname, '../../../..');
/** More than the number of cores, because waiting files run in parallel with computing ones. */
const WORKERS = Number(process.env.TEST_WORKERS || 4);
/** The number of cores of the smallest machine that the tests support. */
const BUSY_LOOPS = 2;
/** A run with more failed files than these has one common cause: running them again would only take time. */
const MOST_RUN_AGAIN = 12;

const [run, only] = process.argv.slice(2) as [Run, string?];
const required = process.env.REQUIRE_BACKENDS === '1';
let interrupted = false;
// Ctrl-C also ends jest, but backends that were started for the run must still be stopped. A second Ctrl-C does not wait for that.
process.on('SIGINT', () => {
  if (interrupted) process.exit(130);
  interrupted = true;
});

let all: Part[];
let parts: Part[];
try {
  if (!RUNS.includes(run)) throw new Error(`There is no run ${run}. Runs: ${RUNS.join(', ')}`);
  all = readParts(process.env.PARTS || join(ROOT, 'packages/testing/src/parts.json'));
  parts = chosenParts(all, run, only);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
const inMemory = await temporaryFolder(process.env);
if (inMemory) {
  process.env.TMPDIR = inMemory.path;
  console.log(`Temporary files are kept in memory, in ${inMemory.path}. TMPDIR names another folder.`);
}
const say = (text: string) => console.log(`          ${text}`);
try {
  process.exitCode = await withBackends();
} finally {
  // A process that still ends may write there; the next run removes what is left.
  await inMemory?.remove().catch(() => undefined);
}

async function withBackends(): Promise<number> {
  console.log('Backends for the tests:');
  const choice = await chooseBackends(process.env, {
    reach: reachBackend,
    compose: (names) => composeBackends(ROOT, process.env, names),
    local: (name) => prepareLocalBackend(name, process.env, { info: say, warn: say }),
  });
  try {
    for (const line of backendLines(choice)) console.log(`  ${line}`);
    const busy = run === 'stress' ? keepBusy(BUSY_LOOPS) : undefined;
    return await runAll(choice).finally(() => busy?.stop());
  } finally {
    await choice.release();
  }
}

async function runAll({ found, missing }: BackendChoice): Promise<number> {
  const names = missing.map(({ name }) => name);
  if (required && missing.length > 0) {
    console.error(`\nREQUIRE_BACKENDS=1, and ${names.join(', ')} missing: no test was run.`);
    return 1;
  }
  const startedMs = performance.now();
  const leftOut = await leftOutSpecs(ROOT, names);
  if (leftOut.length > 0)
    console.log(`\n  ${leftOut.length} test files need a missing backend and are LEFT OUT. The others run.`);
  const environment = environmentOf(found, names);
  const canShare = ['kafka', 'redis'].every((name) => found.some((one) => one.name === name && one.way === 'local'));
  const isShared = canShare && parts.some(({ kafka }) => kafka) && !interrupted;
  const shared = isShared
    ? await startRunBackends(process.env).catch((error: Error) => {
        console.log(
          `  A Kafka and a Redis for all test files could not be started, so each file starts its own: ${error.message}`,
        );
        return undefined;
      })
    : undefined;
  try {
    const own = { ...environment, ...shared?.variables };
    return await runFiles(leftOut, own, startedMs, () => notShownLines({ missing }, leftOut));
  } finally {
    await shared?.stop();
    // Backends that the run itself has started are gone with their data.
    await sweepBackends(environment.PRECIS_TEST_RUN!, environment);
  }
}

async function runFiles(
  leftOut: string[],
  environment: NodeJS.ProcessEnv,
  startedMs: number,
  notShown: () => string[],
): Promise<number> {
  const owner = (file: string) => partOf(run === 'one' ? parts : all, file);
  const chosen = repositoryFiles(TEST_FILE).filter((file) => !leftOut.includes(file) && parts.includes(owner(file)!));
  const alone = chosen.filter((file) => owner(file)?.alone);
  const queue = chosen.filter((file) => !owner(file)?.alone);
  const commands = parts.flatMap(({ name, command }) => (command ? [{ name, command }] : []));

  const none: JestRun = { code: 0, results: [] };
  const jest = (files: string[], workers: number) =>
    files.length > 0 && !interrupted ? runJest(ROOT, files, workers, environment, owner(files[0])?.config) : none;
  // A run of jest has one configuration.
  const byConfig = (files: string[]) => [...Map.groupBy(files, (file) => owner(file)?.config).values()];
  const runQueue = async () => {
    const runs: JestRun[] = [];
    for (const files of byConfig(queue))
      runs.push(await jest(files, Math.min(WORKERS, owner(files[0])?.workers ?? WORKERS)));
    return runs;
  };
  const [ofCommands, ofQueue] = await Promise.all([
    runCommands(commands, ROOT, environment, () => interrupted),
    runQueue(),
  ]);
  for (const { name, code, output } of ofCommands)
    console.log(`\n=== ${name}: its command ended with ${code ?? 'a signal'}\n${output}`);
  const runs = [...ofQueue];
  for (const files of byConfig(alone)) runs.push(await jest(files, 1));
  const first = runs.flatMap(({ results }) => results);
  const red = failedFiles(ofQueue.flatMap(({ results }) => results)).filter(
    (file) => chosen.includes(file) && !owner(file)?.random,
  );
  const again: JestRun[] = [];
  if (red.length <= MOST_RUN_AGAIN)
    for (const file of red) {
      if (interrupted) break;
      console.log(`\n=== once more, alone: ${file}`);
      again.push(await jest([file], 1));
    }
  const second = again.flatMap(({ results }) => results);

  const { failed, flaky } = judged(failuresIn(first), second);
  failed.push(
    ...ofCommands
      .filter(({ code }) => code !== 0)
      .map(({ name, code }) => `part ${name}: its command ended with ${code ?? 'a signal'}`),
    ...(required ? skippedIn(first).map((test) => `${test} was skipped`) : []),
    // jest itself crashed, or failed outside of any file, for example in its global set-up.
    ...[...runs, ...again].flatMap(({ code, results }) =>
      code === 0 || (code !== null && failedFiles(results).length > 0)
        ? []
        : [`jest ended with ${code ?? 'a signal'}, and no test failed`],
    ),
    ...missingFiles(chosen, first),
  );
  if (!interrupted && run !== 'one') failed.push(...withoutProof([...first, ...second], leftOut));

  console.log('\nSeconds of each part, added up over its files, which share the workers:');
  for (const { name, seconds, files } of secondsOfParts(run === 'one' ? parts : all, first))
    console.log(`  ${seconds.toFixed(0).padStart(5)}  ${name} (${files} files)`);
  for (const { name, seconds } of ofCommands) console.log(`  ${seconds.toFixed(0).padStart(5)}  command of ${name}`);
  console.log(`${((performance.now() - startedMs) / 1_000).toFixed(0)} seconds in all`);
  for (const line of notShown()) console.log(line);
  for (const line of flaky) console.log(`FLAKY ${line}`);
  const { passed } = countTests(first);
  const counted = run === 'stress' ? [...failed, ...flaky] : failed;
  if (counted.length > 0) console.log(`FAILED:\n${counted.map((failure) => `  ${failure}`).join('\n')}`);
  console.log(`${passed + (counted === failed ? flaky.length : 0)} passed, ${counted.length} failed`);
  if (flaky.length > 0) console.log(`${flaky.length} flaky`);
  if (interrupted) return 130;
  return counted.length === 0 ? 0 : 1;
}

/** Chosen files for which jest reported no result. */
function missingFiles(chosen: string[], results: FileResult[]): string[] {
  const ran = new Set(results.map(({ file }) => file));
  return interrupted ? [] : chosen.filter((file) => !ran.has(file)).map((file) => `${file}: did not run`);
}

/** Tests that a document names as proof, that belong to the parts that ran, and that did not pass there: skipped, renamed or removed. */
function withoutProof(results: FileResult[], leftOut: string[]): string[] {
  // Parts of another list have none of the tests that our document names.
  const path = process.env.PROOFS ?? (process.env.PARTS ? undefined : join(ROOT, 'docs/SECURITY.md'));
  if (!path) return [];
  const ran = results.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'passed').map(({ title }) => ({ file, title })),
  );
  const proofs = securityTables(readFileSync(path, 'utf8')).rows.flatMap((row) => row.proofs);
  const runs = (file: string) => parts.includes(partOf(all, file)!);
  return unshownProofs(proofs, runs, ran, leftOut, testFilesBy(ROOT)).map(
    ({ file, title }) => `${basename(path)} names ${file} > ${title}, which did not pass in this run`,
  );
}

/** Only here do the tests of a run get the addresses of their backends. */
function environmentOf(found: BackendChoice['found'], missing: string[]): NodeJS.ProcessEnv {
  const addresses = new Map(found.map(({ name, address }) => [name, address]));
  return {
    ...process.env,
    ...Object.fromEntries(BACKENDS.map((name) => [VARIABLES[name].name, addresses.get(name) ?? ''])),
    PRECIS_TEST_RUN: newTestRun(),
    PRECIS_TEST_MISSING: missing.join(','),
    FULL: run === 'full' || (run === 'one' && process.env.FULL) ? '1' : '',
  };
}
