import { type Fault, faultsOf } from './reading-lint.js';

const long = (words: number) => `${Array.from({ length: words }, (_, at) => `word${at}`).join(' ')}.`;

describe('the reading lint', () => {
  it.each<[Fault, string]>([
    ['repeatedWord', 'The the second step is to drain the tank.'],
    ['repeatedWord', 'I I think the pump is old.'],
    ['repeatedWord', 'Here we we need a longer hose.'],
    ['repeatedWord', 'Open the, the valve on the left.'],
    ['repeatedWord', 'It was it was the best year of the farm.'],
    ['repeatedWord', 'We painted the wall of of the barn.'],
    ['cutEnd', 'The river is wide because the.'],
    ['cutEnd', 'We went down to the river and.'],
    ['cutEnd', 'The pump of the garden stopped, so they started to.'],
    ['cutEnd', 'The farmers of the valley work with.'],
    ['cutEnd', 'What they were doing was—.'],
    ['cutEnd', 'The pump is broken, you see, and I.'],
    ['cutEnd', 'A tank that holds water for my.'],
    ['unmarkedQuestion', 'What do you do when the brakes squeal.'],
    ['unmarkedQuestion', 'So how do we get the water up the hill.'],
    ['unmarkedQuestion', 'Is the device easy to use.'],
    ['unmarkedQuestion', "That pump is loud, isn't it."],
    ['unmarkedQuestion', 'How many are there in the valley.'],
    ['unmarkedQuestion', 'Why did the bridge fall.'],
    ['overLong', long(46)],
    ['promotion', 'The membership is for people who want more recipes.'],
    ['promotion', 'Please like and subscribe to see more.'],
    ['promotion', "A word from today's sponsor before we start."],
    ['promotion', 'Use code BREAD for ten percent off.'],
  ])('finds %s in %j', (fault, sentence) => {
    expect(faultsOf(sentence)).toContain(fault);
  });

  it.each([
    'He had had enough of the rain by then.',
    'We know that that works in winter.',
    'The soup is very very hot.',
    'The end. End of the story.',
    'The code is five five nine, then 7 7 3.',
    'They called the river by name, name after name.',
    'You should know who we are talking about.',
    'Nobody knows what the problem is.',
    'That is the hill we came from.',
    'My brother is older than I.',
    'The pump stopped, and so did we.',
    'They did it because they wanted to.',
    'I know what the roof is made of.',
    'Turn the light on before you go in.',
    'What we need is a longer hose.',
    'When the brakes squeal the pads are worn.',
    'Do the washing before the rain comes.',
    'Have the papers ready at the border.',
    'How the bridge was built is still a riddle.',
    'Which way the water runs depends on the hill.',
    'What is the point of a bridge?',
    'The question is what we do with the water.',
    'What is the hardest is that nobody pays.',
    'Will wrote the letter that afternoon.',
    'The union has four thousand members in the valley.',
    'The club sponsors a race every year.',
    'The magazine lost many who subscribe by post.',
    long(45),
  ])('finds nothing in %j', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });
});
