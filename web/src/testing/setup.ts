import { jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { gateway } from './gateway';

// An upper limit only: a wait ends as soon as its condition holds. It is long because several files run at once on two cores.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout, so it lacks media queries and sizes.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});
window.scrollTo = () => undefined;
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// Ant Design writes its rules into style elements. Here they stay empty, as the app's own styles do (no-styles.mjs): jsdom would match every rule
// against each element whose visibility or name a query asks for, which took a third of the time.
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set: () => undefined,
});

/** Errors that a component logged to the console; each of them fails the test. */
const complaints: string[] = [];
jest.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
  complaints.push(said.map(String).join(' '));
});

beforeAll(() => gateway.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  cleanup();
  gateway.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const heard = complaints.splice(0).filter((text) => !text.includes('Not implemented'));
  expect(heard).toEqual([]);
});
afterAll(() => gateway.close());
