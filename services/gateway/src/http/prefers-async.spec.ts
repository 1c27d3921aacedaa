import { prefersAsync } from './prefers-async.js';

describe('Prefer', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'respond-async, wait=10',
    'handling=lenient,respond-async',
    ' respond-async ; foo="a,b"',
    'foo="a \\" b", respond-async',
  ])('%s requests a job (SUM-13)', (prefer) => expect(prefersAsync(prefer)).toBe(true));

  it.each([
    undefined,
    '',
    'wait=100',
    'respond-asynchronously',
    'no-respond-async',
    'foo="a, respond-async, b"',
    'foo="a, respond-async',
    'respond-async=1',
  ])('%s requests a synchronous answer', (prefer) => expect(prefersAsync(prefer)).toBe(false));

  it('is read from several headers as from one', () => {
    expect(prefersAsync(['wait=1', 'respond-async'])).toBe(true);
  });
});
