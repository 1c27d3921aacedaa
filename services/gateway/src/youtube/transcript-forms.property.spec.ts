import type { FastifyReply } from 'fastify';
import fc from 'fast-check';
import { type Caption, subtitles } from './transcript-forms.js';

interface Cue {
  from: number;
  to: number;
  text: string;
}

const BLOCK =
  /^(?:\d+\n)?(\d{2,}):([0-5]\d):([0-5]\d)[,.](\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d)[,.](\d{3})\n(.*)\n?$/;
const msOf = ([h, m, s, ms]: number[]) => ((h * 60 + m) * 60 + s) * 1_000 + ms;

/** The cues as a player reads them. */
function written(captions: readonly Caption[], format: 'srt' | 'vtt'): Cue[] {
  const reply = { type: () => reply } as unknown as FastifyReply;
  const text = subtitles(captions, format, reply).replaceAll('\r\n', '\n').replace('WEBVTT\n\n', '');
  if (text === '' || text === 'WEBVTT\n') return [];
  return text.split('\n\n').map((block) => {
    const parts = BLOCK.exec(block)!;
    const times = parts.slice(1, 9).map(Number);
    return { from: msOf(times.slice(0, 4)), to: msOf(times.slice(4)), text: parts[9] };
  });
}

const FORMATS = ['srt', 'vtt'] as const;

describe.each(FORMATS)('the captions of a transcript as %s', (format) => {
  it('share the time of a moment at which several begin, in their order (VID-22)', () => {
    const captions = [
      { startMs: 1_000, durationMs: 3_000, text: 'One.' },
      { startMs: 1_000, durationMs: 6_000, text: '>> Two.' },
      { startMs: 5_000, durationMs: 1_000, text: 'Three.' },
      { startMs: 6_000, durationMs: 0, text: 'Four.' },
      { startMs: 6_000, durationMs: 0, text: 'Five.' },
    ];
    expect(written(captions, format)).toEqual([
      { from: 1_000, to: 3_000, text: 'One.' },
      { from: 3_000, to: 5_000, text: '- Two.' },
      { from: 5_000, to: 6_000, text: 'Three.' },
      { from: 6_000, to: 6_001, text: 'Four.' },
      { from: 6_001, to: 6_002, text: 'Five.' },
    ]);
  });

  it('never overlap, never end before they begin, and keep all text in the order of time (VID-22)', () => {
    const startMs = fc.oneof(fc.nat(20), fc.double({ min: 0, max: 20_000_000, noNaN: true }));
    const durationMs = fc.oneof(fc.constant(0), fc.nat(20), fc.double({ min: 0, max: 20_000, noNaN: true }));
    fc.assert(
      fc.property(fc.array(fc.record({ startMs, durationMs }), { maxLength: 12 }), (times) => {
        const captions = times
          .toSorted((a, b) => a.startMs - b.startMs)
          .map((one, nr) => ({ ...one, text: `Line ${nr}.` }));
        const cues = written(captions, format);
        expect(cues.map(({ text }) => text)).toEqual(captions.map(({ text }) => text));
        cues.forEach(({ from, to }, at) => {
          expect(to).toBeGreaterThan(from);
          expect(from).toBeGreaterThanOrEqual(cues[at - 1]?.to ?? 0);
        });
      }),
    );
  });
});
