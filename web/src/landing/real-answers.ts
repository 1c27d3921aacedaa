import answers from './real-answers.json' with { type: 'json' };

/** Answers of a running deployment for the demo video; build/real-answers.main.mjs fetches them. */
export const realAnswers = answers;

/** The title of the demo video without the note on its length. */
export const DEMO_TITLE = answers.summarise.data.title.replace(/ \([^)]*\)$/, '');

/** A sentence of the summary that the landing page shows. */
export interface ShownSentence {
  text: string;
  seconds: number;
  /** Whether it is in the overview; other sentences are key points below it. */
  isOverview: boolean;
}

/** The sentences of the real summary in reading order: the overview, then the points. */
export const shownSentences: ShownSentence[] = (() => {
  const [overview] = answers.summarise.data.summary.split('\n\n');
  const all = answers.summarise.data.sentences.map(({ text, start_seconds: seconds }) => ({
    text,
    seconds,
    isOverview: overview.includes(text),
  }));
  return [...all.filter(({ isOverview }) => isOverview), ...all.filter(({ isOverview }) => !isOverview)];
})();
