import { parametersOf } from './parameters.rule.js';

describe('the parameters of a summary', () => {
  it('refuse what names no length', () => {
    expect(parametersOf({ length: undefined, customPrompt: '' })).toBe('summary_type_unknown');
  });

  it('takes prompts that differ in outer white space for one', () => {
    expect(parametersOf({ length: 'auto', customPrompt: ' \n the  gate\t' })).toEqual({
      length: 'auto',
      prompt: 'the  gate',
    });
  });

  it('allows 2,000 characters of prompt and refuses one more, white space around it not counted', () => {
    expect(parametersOf({ length: 'auto', customPrompt: ` ${'x'.repeat(2_000)} ` })).toMatchObject({
      prompt: 'x'.repeat(2_000),
    });
    expect(parametersOf({ length: 'auto', customPrompt: 'x'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });

  it('counts characters as the gateway does, by code points: 2,000 emoji pass and one more does not', () => {
    expect(parametersOf({ length: 'auto', customPrompt: '😀'.repeat(2_000) })).toMatchObject({
      prompt: '😀'.repeat(2_000),
    });
    expect(parametersOf({ length: 'auto', customPrompt: '😀'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });
});
