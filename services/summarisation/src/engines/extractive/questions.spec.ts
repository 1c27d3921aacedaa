import { saidWords } from './bare-word.js';
import { asks } from './questions.js';

const asking = (text: string) => asks(saidWords(text.split(' ')));

describe('a question without a question mark', () => {
  it.each([
    'what are your experiences with remote controls',
    'How do you clean the chain',
    'so why did the bridge fall',
    'how many are there in the box',
    'Well, what about the roof',
    'why not have a rounded one',
    'is the device easy to use',
    'do you anticipate a problem',
    'have we decided on the case',
    "what's the difference between the two",
    "it is cold in here isn't it",
    'can I ask a simple question',
  ])('is found in %j', (text) => {
    expect(asking(text)).toBe(true);
  });

  it.each([
    'what I want is a longer hose',
    'what we do is cut it in half',
    'what is the trouble is that it rains',
    'when the brakes squeal the pads are worn',
    'which is the best of them all',
    'do the washing before it rains',
    'have the papers ready at the gate',
    'where the river bends there is a mill',
    'how the bridge was built is a riddle',
    'will power alone is not enough',
    "what's important is the oil",
    "don't the paint touch",
    'who came first took the best seat',
  ])('is not found in %j', (text) => {
    expect(asking(text)).toBe(false);
  });
});
