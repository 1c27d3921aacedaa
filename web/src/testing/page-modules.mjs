import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Tells Node how to find the modules of the web app. The output of the type check is made for a bundler: its imports have no file endings, and some
 * import styles. Each test file loads the app's modules anew, under a URL with the file's number. Libraries are loaded once per worker.
 */
const HERE = pathToFileURL(import.meta.dirname).href;
const APP = pathToFileURL(join(import.meta.dirname, '../../dist/compiled/src')).href;
const REPLACED = { antd: `${HERE}/antd.mjs`, '@jest/globals': `${HERE}/jest-globals.mjs` };
const OF_A_FILE = /\?file=\d+$/;
const HAS_ENDING = /\.(js|mjs|json)$/;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!parentURL?.startsWith(APP)) return next(specifier, context);
    const file = OF_A_FILE.exec(parentURL)?.[0] ?? '';
    if (specifier.endsWith('.css')) return { url: `${HERE}/no-styles.mjs`, format: 'module', shortCircuit: true };
    if (Object.hasOwn(REPLACED, specifier)) {
      const url = REPLACED[specifier] + (specifier === 'antd' ? '' : file);
      return { url, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('.')) return ofLibrary(specifier, context, next);
    const url = new URL(HAS_ENDING.test(specifier) ? specifier : `${specifier}.js`, parentURL).href + file;
    return { ...next(url, context), shortCircuit: true };
  },
});

/** A file inside of a package may be named without its ending as well. */
function ofLibrary(specifier, context, next) {
  try {
    return next(specifier, context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return next(`${specifier}.js`, context);
  }
}
