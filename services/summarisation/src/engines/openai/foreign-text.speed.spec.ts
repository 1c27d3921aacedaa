import { growth, LINEAR } from '@precis/testing/growth';
import { ForeignText } from './foreign-text.js';

const foreign = new ForeignText('The mill is old.', ['Say only what the lines say.'], 'sk-proj-Ab12Cd34Ef56Gh78');

describe('what a model wrote', () => {
  it.each(['<', '[', 'a.', 'a-'])('is checked in time linear in its length: %j', (piece) => {
    const isIn = (text: string) => foreign.isIn(text);
    expect(growth(isIn, (size) => piece.repeat(size / piece.length), 60)).toBeLessThan(LINEAR);
  });
});
