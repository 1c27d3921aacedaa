import { growth, LINEAR, timesAsLong } from '@precis/testing/growth';
import { optionalTranscript } from './supplied-transcript.js';

const schema = optionalTranscript();
const read = (given: unknown[]) => schema.safeParse(given).success;
const segment = (_: unknown, start: number) => ({ start, duration: 1, text: 'eight words are said in here each time' });
const right = (length: number) => Array.from({ length }, segment);

describe('a transcript in the body of summarise (SUM-10)', () => {
  it('takes time linear in the number of its segments', () => {
    expect(growth(read, right, 1_500)).toBeLessThan(LINEAR);
  });

  it('takes no longer with 99,000 wrong segments than with 24,000 right ones', () => {
    const [wrong, long] = [Array.from({ length: 99_000 }, () => 1), right(24_000)];
    const times = timesAsLong(
      () => expect(read(wrong)).toBe(false),
      () => expect(read(long)).toBe(true),
    );
    expect(times).toBeLessThan(1);
  });
});
