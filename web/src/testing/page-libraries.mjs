import { timersOfNode } from './page-timers.mjs';

/**
 * The libraries of the app and of its tests. They are loaded once per worker, after the page was made and before any fake timers. Test libraries
 * register hooks of the test framework while they load. The hooks are collected here, and library-hooks.mjs registers them for each file.
 */
export const hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
let loaded;

/** Loads the libraries, if they are not yet there. */
export function loadLibraries() {
  return (loaded ??= load());
}

async function load() {
  const meanwhile = Object.fromEntries(
    Object.entries(hooks).map(([name, list]) => [name, (hook) => void list.push(hook)]),
  );
  // React's scheduler uses the first of these that it finds. Both are hidden here, as in a page of jsdom, so that React's work runs before the
  // page's timers.
  Object.assign(meanwhile, { setImmediate: undefined, MessageChannel: undefined });
  // The libraries' own timers belong to no test file, so they are real ones that no file ends.
  Object.assign(meanwhile, timersOfNode);
  const names = Object.keys(meanwhile);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of names) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: meanwhile[name] });
  }
  try {
    await import('@testing-library/react');
    await import('@testing-library/user-event');
    await import('msw/node');
    await import('./antd.mjs');
    await import('react-router-dom');
    await import('react-redux');
    await import('@reduxjs/toolkit/query/react');
  } finally {
    for (const [index, name] of names.entries()) {
      if (before[index]) Object.defineProperty(globalThis, name, before[index]);
      else delete globalThis[name];
    }
  }
}
