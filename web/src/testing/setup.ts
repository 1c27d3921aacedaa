import { jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { gateway } from './gateway';

// Two cores run several files at once: a wait ends when its condition holds, this is only a guard.
configure({ asyncUtilTimeout: 20_000 });

// jsdom paints nothing, so it has no media and no sizes.
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

/** What a component complains of in the console is a fault of the component. */
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
