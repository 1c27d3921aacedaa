import { createRequire } from 'node:module';
import { followListeners, hearsErrors, removeListeners } from './page-listeners.mjs';
import { endTimers, pageTimers } from './page-timers.mjs';

/**
 * The page of a worker: one jsdom window in Node's own realm. Libraries are loaded once and keep references to the window and its body. So all files
 * of a worker share one window. makeBlank() empties the window after each file.
 */
const URL_OF_PAGE = 'http://precis.test/';
/** Globals that browsers have and jsdom lacks. They are Node's, so that the page makes real HTTP calls, which MSW answers. */
const OF_NODE = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'Blob',
  'File',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoderStream',
  'CompressionStream',
  'DecompressionStream',
  'AbortController',
  'AbortSignal',
  'BroadcastChannel',
  'structuredClone',
  'performance',
  'crypto',
  // jsdom's versions call the global ones, which would be themselves.
  'atob',
  'btoa',
];
/** What jsdom lacks and a test may add for its own file. */
const MADE_BY_TESTS = ['IntersectionObserver'];
/** What libraries keep on the window for as long as they are loaded. */
const OF_LIBRARIES = /^__/;

// The jsdom that jest's own environment has.
const { JSDOM, VirtualConsole } = createRequire(import.meta.resolve('jest-environment-jsdom'))('jsdom');

// jsdom reports what it lacks, and errors of listeners, on the console of the present file.
const virtualConsole = new VirtualConsole();
for (const said of ['error', 'warn', 'info', 'log', 'debug'])
  virtualConsole.on(said, (...words) => console[said](...words));
virtualConsole.on('jsdomError', (error) => console.error(error));

const dom = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: URL_OF_PAGE, virtualConsole });
const { window } = dom;
const { document } = window;
const targets = [window, document, document.documentElement, document.head, document.body];
// An uncaught error fails the test.
window.addEventListener('error', ({ error }) => {
  if (error != null && !hearsErrors(listening, window)) process.emit('uncaughtException', error);
});
const listening = followListeners(targets);
const names = pageNames();
addWhatIsLacking();
/**
 * Objects that are restored after each test file. Replaced and added properties of the first two are undone. Of the prototypes only added properties
 * are removed, because libraries patch the existing ones when they are loaded.
 */
const replaced = [window.navigator, URL];
const extended = [window.Element.prototype, window.HTMLElement.prototype, window.HTMLAnchorElement.prototype];
const ownedBy = (objects) => objects.map((object) => Object.getOwnPropertyDescriptors(object));
const blank = {
  html: dom.serialize(),
  owned: ownedBy(targets),
  replaced: ownedBy(replaced),
  extended: ownedBy(extended),
};
let outside;

/** The names that a page adds to the globals or replaces there. The rest of the window's properties are JavaScript's own. */
function pageNames() {
  const shared = new Set([...OF_NODE, ...Object.keys(pageTimers), 'globalThis', 'console', 'queueMicrotask']);
  const ofLanguage = (name) =>
    Object.hasOwn(globalThis, name) &&
    Object.is(window[name], Object.getOwnPropertyDescriptor(globalThis, name)?.value);
  const added = Object.getOwnPropertyNames(window).filter((name) => !shared.has(name) && !ofLanguage(name));
  for (const name of Object.getOwnPropertyNames(window)) if (!added.includes(name)) shared.add(name);
  // Read through to the globals: MSW replaces `fetch` there, fake timers replace the clock.
  for (const name of shared) {
    if (name === 'globalThis' || !(Object.getOwnPropertyDescriptor(window, name)?.configurable ?? true)) continue;
    Object.defineProperty(window, name, {
      configurable: true,
      enumerable: true,
      get: () => globalThis[name],
      set: (value) => void (globalThis[name] = value),
    });
  }
  return [...added, 'addEventListener', 'removeEventListener', 'dispatchEvent'].filter((name) => !/^(\d|_)/.test(name));
}

/** jsdom has no layout, so it lacks media queries and sizes. */
function addWhatIsLacking() {
  window.matchMedia = (query) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
  window.scrollTo = () => undefined;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  names.push('matchMedia', 'ResizeObserver', 'IntersectionObserver');
  // Ant Design writes its rules into style elements. Here they stay empty, as the app's own styles do (no-styles.mjs): jsdom would match every rule
  // against each element whose visibility or name a query asks for, which took a third of the time.
  Object.defineProperty(window.HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: () => undefined,
  });
}

/** Makes the page's names global, until leave(). The files of services run in the same workers, without a page. */
export function enter() {
  if (outside) leave();
  outside = new Map();
  const put = (name, descriptor) => {
    outside.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { configurable: true, enumerable: true, ...descriptor });
  };
  for (const name of new Set(names)) {
    const bound = /^(addEventListener|removeEventListener|dispatchEvent)$/.test(name);
    put(name, {
      get: bound ? () => window[name].bind(window) : () => window[name],
      set: (value) => void (window[name] = value),
    });
  }
  // jsdom has no channel; Ant Design then waits for a frame instead.
  const values = { ...pageTimers, IS_REACT_ACT_ENVIRONMENT: true, MessageChannel: undefined };
  for (const [name, value] of Object.entries(values)) put(name, { value, writable: true });
}

/** Gives the globals back to Node. */
export function leave() {
  for (const [name, was] of outside ?? []) {
    if (was) Object.defineProperty(globalThis, name, was);
    else delete globalThis[name];
  }
  outside = undefined;
}

/** Makes the page blank. Ends everything that ends when a browser closes a page. */
export function makeBlank() {
  endTimers();
  removeListeners(listening);
  window.getSelection()?.removeAllRanges();
  document.activeElement?.blur?.();
  for (const element of [document.documentElement, document.head, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.documentElement.replaceChildren(document.head, document.body);
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  dom.cookieJar.removeAllCookiesSync();
  window.history.replaceState(null, '', URL_OF_PAGE);
  window.name = '';
  removeListeners(listening);
  for (const [index, object] of replaced.entries()) {
    withoutNewNames(object, blank.replaced[index]);
    Object.defineProperties(object, blank.replaced[index]);
  }
  for (const [index, object] of extended.entries()) withoutNewNames(object, blank.extended[index]);
}

function withoutNewNames(object, before) {
  for (const name of Object.getOwnPropertyNames(object)) if (!Object.hasOwn(before, name)) delete object[name];
}

/** The changes of a blank page's own properties, in words. Marks that libraries leave on its elements are removed. */
export function changesOfPage() {
  const changes = targets.flatMap((target, index) => {
    const before = blank.owned[index];
    return Reflect.ownKeys(target).flatMap((key) => {
      const { value, get } = Object.getOwnPropertyDescriptor(target, key);
      if (!Object.hasOwn(before, key)) {
        delete target[key];
        return target === window && !OF_LIBRARIES.test(String(key)) && !MADE_BY_TESTS.includes(key)
          ? [`a new window.${String(key)}`]
          : [];
      }
      const was = before[key];
      if (Object.is(was.value, value) && was.get === get) return [];
      if (was.configurable || was.writable) Object.defineProperty(target, key, was);
      return [`another ${target.constructor.name}.${String(key)}`];
    });
  });
  return dom.serialize() === blank.html ? changes : [...changes, `the page ${dom.serialize()}`];
}
