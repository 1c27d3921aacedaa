import { growth, LINEAR, timesAsLong } from '@precis/testing/growth';
import { cleanCaptionText, readCaptionBody } from './caption-formats.js';

const json3 = (text: string) => JSON.stringify({ wireMagic: 'pb3', events: [{ tStartMs: 0, segs: [{ utf8: text }] }] });
const classic = (text: string) => `<transcript><text start="1">${text.replaceAll('<', '&lt;')}</text></transcript>`;
const srv3 = (text: string) =>
  `<timedtext format="3"><body><p t="9" d="4">${text.replaceAll('<', '&lt;')}</p></body></timedtext>`;
const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`;

/** A sixteenth of a million characters. */
const SIZE = 62_500;
/** Far above the variation between scans of equal length, and far below the factor of 15 for a scan that restarts at each mark. */
const FEW = 4;

describe('a caption answer', () => {
  it.each<[string, number, (size: number) => string]>([
    ['brackets in json3', SIZE, (size) => json3('<'.repeat(size))],
    ['brackets in classic', SIZE / 3, (size) => classic('<'.repeat(size))],
    ['brackets in srv3', SIZE / 3, (size) => srv3('<'.repeat(size))],
    ['brackets in vtt', SIZE, (size) => vtt('<'.repeat(size))],
    ['brackets around a letter in json3', SIZE / 2, (size) => json3(around(size))],
    ['brackets around a letter in classic', SIZE / 6, (size) => classic(around(size))],
    ['brackets around a letter in srv3', SIZE / 6, (size) => srv3(around(size))],
    ['brackets around a letter in vtt', SIZE / 2, (size) => vtt(around(size))],
    ['open tags', SIZE / 10, (size) => `<transcript>${'<text start="1">'.repeat(size)}</transcript>`],
    ['bare brackets', SIZE, (size) => `<timedtext>${'<'.repeat(size)}</timedtext>`],
    ['ampersands', SIZE, (size) => `<transcript><text start="1">${'&'.repeat(size)}</text></transcript>`],
    ['nested arrays', SIZE / 5, (size) => `{"events":${'['.repeat(size)}${']'.repeat(size)}}`],
    ['nested tags', SIZE / 5, (size) => `<transcript><text start="1">${'&lt;b'.repeat(size)}</text></transcript>`],
  ])('is read in time linear in its length: %s', (_, size, bodyOf) => {
    expect(growth(readCaptionBody, bodyOf, Math.floor(size))).toBeLessThan(LINEAR);
  });

  it.each([1, 10, 29, 30, 31, 500])(
    'with %d marks on each letter is cleaned in a few times what one with a mark each takes',
    (marks) => {
      const heaped = `a${'\u0301'.repeat(marks)}`.repeat(SIZE / (marks + 1));
      const plain = 'a\u0301'.repeat(SIZE / 2);
      const times = timesAsLong(
        () => cleanCaptionText(heaped),
        () => cleanCaptionText(plain),
      );
      expect(times).toBeLessThan(FEW);
    },
  );
});

function around(size: number): string {
  return `${'<'.repeat(size)}b${'<'.repeat(size)} end`;
}
