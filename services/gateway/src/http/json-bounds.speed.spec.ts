import { timesAsLong } from '@precis/testing/growth';
import { QUICK, SIZE, SLOW } from '../testing/costly-json.js';
import { parseJson } from './parse-input.js';

const flat = Buffer.from(`{"url":"${'x'.repeat(SIZE)}"}`);

function refused(body: Buffer): void {
  expect(() => parseJson(body)).toThrow();
}

describe('a JSON body of 4.8 MB', () => {
  it.each(SLOW)('of %s is refused as %s, and blocks the event loop no longer than a flat one', (_name, _code, body) => {
    const times = timesAsLong(
      () => refused(body),
      () => parseJson(flat),
    );
    expect(times).toBeLessThan(1);
  });

  it.each(QUICK)('of %s is parsed, and blocks the event loop hardly longer than a flat one', (_name, text) => {
    const body = Buffer.from(text);
    const times = timesAsLong(
      () => parseJson(body),
      () => parseJson(flat),
    );
    expect(times).toBeLessThan(5);
  });
});
