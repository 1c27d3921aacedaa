import { answerIn } from './answer.js';
import { type Judgement, summaryOf } from './written-answer.js';

const judge: Judgement = {
  videoMs: 60_000,
  endOfBlockAt: (ms) => ms,
  isForeign: () => false,
  unsupported: () => [],
  isTitleSaid: () => true,
};
const said = (text: string, from = '0:10') => ({ text, from, to: from });
const answer = (more: object) =>
  answerIn(
    JSON.stringify({ language: 'en', sentences: [said('The mill is old.')], points: [], chapters: [], ...more }),
  );

describe('the text that is made of a model answer', () => {
  it('contains no sentence twice, even with other punctuation or capital letters (SUM-8)', () => {
    const points = [
      'the mill is old',
      ', The mill is old.',
      'The mill is old!',
      'THE MILL IS OLD.',
      'Its wheel turns.',
    ];
    const { sentences, summary } = summaryOf(answer({ points: points.map((text) => said(text)) }), 'auto', judge);
    expect(sentences.map(({ text }) => text)).toEqual(['The mill is old.', 'Its wheel turns.']);
    expect(summary.match(/mill/gi)).toHaveLength(1);
  });

  it('contains no title twice (SUM-8)', () => {
    const chapters = ['The mill', 'the mill.', 'The wheel'].map((title, nr) => ({ title, from: `0:${nr}0` }));
    const { chapters: kept } = summaryOf(answer({ points: [said('Its wheel turns.')], chapters }), 'detail', judge);
    expect(kept?.map(({ title }) => title)).toEqual(['The mill', 'The wheel']);
  });

  it('has no chapter at the beginning of the video when the title of the first one was not said in it (SUM-20)', () => {
    const chapters = ['The moon', 'The wheel', 'The gate'].map((title, nr) => ({ title, from: `0:${nr}0` }));
    const isTitleSaid = (title: string) => title !== 'The moon';
    const points = [said('Its wheel turns.', '0:12'), said('A boat comes.', '0:05')];
    const { chapters: kept, summary } = summaryOf(answer({ points, chapters }), 'detail', { ...judge, isTitleSaid });
    expect(summary).toMatch(/A boat comes\.\n\nThe wheel /);
    expect(kept?.map(({ startMs, title }) => [startMs, title])).toEqual([
      [10_000, 'The wheel'],
      [20_000, 'The gate'],
    ]);
  });
});
