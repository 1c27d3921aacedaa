import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
/** Symbols under which jest-circus keeps the state of a file on the global object, which jest otherwise creates for each file. */
const STATE_OF_A_FILE = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'LOG_ERRORS_BEFORE_RETRY'].map(
  (name) => Symbol.for(name),
);
let files = 0;

/**
 * Replaces jest's module registry (the option `runtime`). Node itself loads the build, so a module that one test file has loaded stays loaded for
 * the next one in the same worker. Only the test file and the set-up files are loaded again for each file. As a consequence, a test cannot replace
 * a module, and the changes that a file leaves affect the next; warm-environment.ts checks for them.
 */
export default class WarmRuntime {
  private readonly file = ++files;

  /** Loads jest-circus again, because it holds the tests of one file. */
  requireInternalModule(path: string): unknown {
    for (const symbol of STATE_OF_A_FILE) delete (globalThis as Record<symbol, unknown>)[symbol];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(`${pathToFileURL(path).href}?file=${this.file}`);
  }

  /** Empty: the reader of stack traces finds the maps next to the build. */
  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  setGlobalsForRuntime(): void {}
  enterTestCode(): void {}
  leaveTestCode(): void {}
  teardown(): void {}
}
