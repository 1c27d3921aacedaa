import { textWithout } from './supported-text.js';

describe('the text of a summary without its dropped sentences', () => {
  it('keeps the other sentences of the paragraph, their spaces and every other block unchanged', () => {
    expect(
      textWithout('One is. Two is. Three is.\n\n- [00:05] Four is.', ['Two is.'], ['One is.', 'Three is.', 'Four is.']),
    ).toBe('One is. Three is.\n\n- [00:05] Four is.');
  });

  it('leaves no empty bullet point, no empty part and no heading without text', () => {
    const summary =
      'One is.\n\n- [00:05] Two is.\n- [01:00] Three is.\n\nPart 2 (1:00 - 2:00)\nFour is. Five is.\n\n## Costs\n\nSix is.\n\n## End\n\nSeven is.';
    const kept = ['One is.', 'Three is.', 'Seven is.'];
    expect(textWithout(summary, ['Two is.', 'Four is.', 'Five is.', 'Six is.'], kept)).toBe(
      'One is.\n\n- [01:00] Three is.\n\n## End\n\nSeven is.',
    );
  });

  it('removes nothing from a longer sentence that stays, nor a sentence that is also kept elsewhere', () => {
    expect(textWithout('She knows: he left. He left.', ['He left.'], ['She knows: he left.'])).toBe(
      'She knows: he left.',
    );
    expect(textWithout('He left. He left.', ['He left.'], ['He left.'])).toBe('He left. He left.');
  });

  it('works in scripts without spaces', () => {
    expect(textWithout('船は上がる。水は高い。門が開く。', ['水は高い。'], ['船は上がる。', '門が開く。'])).toBe(
      '船は上がる。門が開く。',
    );
  });
});
