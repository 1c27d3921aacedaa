import answers from './real-answers.json' with { type: 'json' };

/** What a running deployment answered for the demo video; build/real-answers.main.mjs asks it. */
export const realAnswers = answers;

/** The title of the demo video without the note on its length. */
export const DEMO_TITLE = answers.summarise.data.title.replace(/ \([^)]*\)$/, '');

export interface ShownSentence {
  text: string;
  seconds: number;
  /** It stands in the overview; others are key points below it. */
  isOverview: boolean;
}

/** The sentences of the real summary as they are read: the overview, then the points. */
export const shownSentences: ShownSentence[] = (() => {
  const [overview] = answers.summarise.data.summary.split('\n\n');
  const all = answers.summarise.data.sentences.map(({ text, start_seconds: seconds }) => ({
    text,
    seconds,
    isOverview: overview.includes(text),
  }));
  return [...all.filter(({ isOverview }) => isOverview), ...all.filter(({ isOverview }) => !isOverview)];
})();
