import { isDanglingOpening } from './dangling-opening.js';

describe('an opening that does not stand alone', () => {
  it.each([
    'Namely, the pump has to be primed first.',
    'As the day progresses, they move further up the hill.',
    'They open the gate at six in the morning.',
    'He was the first to climb the north face.',
    'This has never been tested with an oven.',
    'That depends on the weather in the valley.',
    'These questions were left open.',
    'It grows in the warm kitchen.',
    "It's the reason for the delay.",
    'However, the second trial went well.',
    'So the river flooded the village.',
    'Because of that the bridge was closed.',
    'For example, the second valve leaks.',
    'Their house stands on the hill.',
    'I think they should leave the valve open.',
    'Actually, it costs more than before.',
    'After that, we paint the wall.',
    'One of them never came back.',
    'If the day is long, they get tired.',
    'And the price went up again.',
    'Such heat makes the dough spring up.',
  ])('is found in %j', (sentence) => {
    expect(isDanglingOpening(sentence)).toBe(true);
  });

  it.each([
    'The pump has to be primed before it can run.',
    'When the brakes squeal, they need new pads.',
    'When Maria came home, she found the door open.',
    'It is hard to say when the first bridge was built.',
    'It takes a year until the cheese is ripe.',
    'This video is about fermenting cabbage.',
    'These days nobody writes letters.',
    'So far the lock has held.',
    'Because it rains a lot, the roofs of the village are steep.',
    'Because winters are long, they stack wood in the autumn.',
    'Both trains and buses stop here.',
    'Thousands of birds rest on the lake.',
    'There are two ways to tie the knot.',
    'In the morning the market opens.',
    'I think the market opens at six.',
    'As a child I lived on a farm.',
    'Yesterday we visited the mill.',
    'Alsophila is a genus of ferns.',
  ])('is not found in %j', (sentence) => {
    expect(isDanglingOpening(sentence)).toBe(false);
  });
});
