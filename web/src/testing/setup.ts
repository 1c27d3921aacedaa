import { jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { gateway } from './gateway';

// An upper limit only: a wait ends as soon as its condition holds. It is long because several files run at once on two cores.
configure({ asyncUtilTimeout: 20_000 });

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
afterAll(() => {
  jest.restoreAllMocks();
  gateway.close();
});
