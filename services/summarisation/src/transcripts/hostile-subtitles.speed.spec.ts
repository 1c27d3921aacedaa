import { DomainError } from '@precis/runtime/domain-error';
import { growth, LINEAR, timesAsLong } from '@precis/testing/growth';
import { suppliedIn } from './supplied-transcript.js';

/** A sixteenth of the allowed size. */
const SIZE = 300_000;

/** As many whole pieces as fit into the size. */
const many = (piece: string, size: number) => piece.repeat(size / piece.length);

function read(bytes: Uint8Array): void {
  try {
    suppliedIn({ kind: 'subtitles', bytes });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

describe('hostile subtitles', () => {
  it.each<[string, (size: number) => string]>([
    ['brackets', (size) => '<'.repeat(size / 100)],
    ['arrows', (size) => many('-->', size)],
    ['empty lines', (size) => '\n'.repeat(size)],
    ['spaces', (size) => `${' '.repeat(size)}-->`],
    ['carriage returns', (size) => '\r'.repeat(size)],
    ['tiny cues', (size) => many('0:0-->0:0\nx\n', size)],
    ['cues of many lines', (size) => `0:0-->0:1\n${many('a\n', size / 100)}`.repeat(100)],
    ['lines of a space', (size) => `WEBVTT\n\n${`0:0-->0:1\n${many(' \n', size / 100)}`.repeat(100)}`],
    ['entities', (size) => `0:0-->0:1\n${'&amp;'.repeat(900)}\n`.repeat(size / 4_500)],
    ['digits', (size) => '1'.repeat(size)],
    ['one line of text', (size) => many('x ', size)],
  ])('of %s take time linear in their length', (_, textOf) => {
    const bytesOf = (size: number) => new TextEncoder().encode(textOf(size));
    expect(growth(read, bytesOf, SIZE)).toBeLessThan(LINEAR);
  });

  it('with tags that are nearly the name of a voice cost little more than words', () => {
    const cues = (text: string) =>
      new TextEncoder().encode(`0:0-->0:1\n${text.repeat(8)}\n`.repeat(Math.floor(SIZE / (8 * text.length))));
    const tags = cues(`<v${' '.repeat(495)}=>`);
    const words = cues('a boat '.repeat(71));
    expect(
      timesAsLong(
        () => read(tags),
        () => read(words),
      ),
    ).toBeLessThan(8);
  });
});
