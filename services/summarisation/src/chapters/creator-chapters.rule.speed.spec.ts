import { growth, LINEAR } from '@precis/testing/growth';
import { creatorChapters } from './creator-chapters.rule.js';

describe('the creator’s chapters', () => {
  it.each(['0:00', ' ', '- ', '1:1\n', '0:00 ('])('take time linear in a description of %j', (piece) => {
    const read = (description: string) => creatorChapters(description, 5_400_000);
    expect(growth(read, (size) => piece.repeat(size / piece.length), 1_000)).toBeLessThan(LINEAR);
  });
});
