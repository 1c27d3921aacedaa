import { cleanTranscript } from '../engines/extractive/clean-transcript.js';
import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import { indexTerms, lexiconOf } from '../engines/extractive/terms.js';
import { fiveHours } from '../testing/five-hours.js';
import { captionsOf, type TranscriptSegment } from '../transcripts/captions.js';
import { demoTranscript } from '../videos/demo/demo-catalogue.js';
import { notCovered } from './coverage.rule.js';
import { writtenSummary } from './summary-writer.js';

const at = (...seconds: number[]) => seconds.map((second) => ({ startMs: second * 1_000, text: 'x' }));

describe('what a summary does not cover (SUM-19)', () => {
  it.each([
    [
      'nothing when each tenth is cited',
      at(0, 10, 20, 30, 40, 50, 60, 70, 80, 99),
      at(0, 10, 20, 30, 40, 50, 60, 70, 80, 90),
      [],
    ],
    [
      'neighbours as one part',
      at(0, 30, 40, 50, 60, 70, 80),
      at(0, 10, 20, 30, 40, 50, 60, 70, 80, 90),
      [
        [10, 30],
        [90, 100],
      ],
    ],
    ['no part in which nobody speaks', at(0, 90), at(0, 20, 90), [[20, 30]]],
  ])('is %s', (_, cited, spoken, expected) => {
    expect(notCovered(cited, spoken, 100_000).map(({ startMs, endMs }) => [startMs / 1_000, endMs / 1_000])).toEqual(
      expected,
    );
  });

  it('is nothing of a video without length', () => {
    expect(notCovered([], at(0), 0)).toEqual([]);
  });
});

const detailOf = (segments: TranscriptSegment[]) =>
  writtenSummary(
    new ExtractiveEngine(),
    {
      ...captionsOf(segments, 'en', false),
      language: 'en',
      isGenerated: false,
      title: '',
      length: 'detail',
    },
    new AbortController().signal,
  );

describe('a detailed summary of a few minutes', () => {
  it('speaks of every tenth, though a tenth is only some sentences', async () => {
    expect((await detailOf((await demoTranscript('precisDemo1'))!.segments)).notCovered).toEqual([]);
  });

  it('names a tenth in which nothing stands alone, and shows nothing of it', async () => {
    const said = (nr: number) =>
      nr >= 40 && nr < 50
        ? 'And is he there?'
        : `Baker number ${nr} bakes bread with flour and water from mill ${nr * 3}.`;
    const segments = Array.from({ length: 100 }, (_, nr) => ({
      startMs: nr * 2_000,
      durationMs: 2_000,
      text: said(nr),
    }));
    const { sentences, notCovered: gaps } = await detailOf(segments);
    expect(gaps).toEqual([{ startMs: 80_000, endMs: 100_000 }]);
    expect(sentences.filter(({ startMs }) => startMs >= 80_000 && startMs < 100_000)).toEqual([]);
  });
});

describe('a detailed summary of five hours about five subjects', () => {
  it('has in every covered tenth a point with two of its ten highest tf-idf terms, and names the others', async () => {
    const segments = fiveHours();
    const { sentences, notCovered: gaps, droppedSentences } = await detailOf(segments);
    expect(droppedSentences).toBe(0);
    const lines = cleanTranscript(segments);
    const index = indexTerms(lines, lexiconOf('en'));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const [from, to] = [tenth * 1_800_000, (tenth + 1) * 1_800_000];
      if (gaps.some(({ startMs, endMs }) => startMs <= from && to <= endMs)) continue;
      const counts = new Map<number, number>();
      lines.forEach((line, nr) => {
        if (line.startMs < from || line.startMs >= to) return;
        for (const id of index.ofUnit[nr]) counts.set(id, (counts.get(id) ?? 0) + index.weight[id]);
      });
      const top = new Set(
        [...counts]
          .sort((one, two) => two[1] - one[1])
          .slice(0, 10)
          .map(([id]) => id),
      );
      const shared = sentences
        .filter(({ startMs }) => startMs >= from && startMs < to)
        .map(
          ({ startMs }) => [...new Set(index.ofUnit[Math.floor(startMs / 5_000)])].filter((id) => top.has(id)).length,
        );
      expect(Math.max(...shared)).toBeGreaterThanOrEqual(2);
    }
    expect(gaps).toEqual([]);
  });
});
