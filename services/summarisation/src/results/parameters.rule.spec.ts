import { parametersOf } from './parameters.rule.js';

describe('the parameters of a summary', () => {
  it('are refused without a valid length', () => {
    expect(parametersOf({ length: undefined, customPrompt: '' })).toBe('summary_type_unknown');
  });

  it('are equal for prompts that differ only in outer white space', () => {
    expect(parametersOf({ length: 'auto', customPrompt: ' \n the  gate\t' })).toEqual({
      length: 'auto',
      prompt: 'the  gate',
    });
  });

  it('allow 2,000 characters of prompt and refuse one more, not counting white space around it', () => {
    expect(parametersOf({ length: 'auto', customPrompt: ` ${'x'.repeat(2_000)} ` })).toMatchObject({
      prompt: 'x'.repeat(2_000),
    });
    expect(parametersOf({ length: 'auto', customPrompt: 'x'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });

  it('count characters as the gateway does, by code points: 2,000 emoji pass and one more does not', () => {
    expect(parametersOf({ length: 'auto', customPrompt: '😀'.repeat(2_000) })).toMatchObject({
      prompt: '😀'.repeat(2_000),
    });
    expect(parametersOf({ length: 'auto', customPrompt: '😀'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });
});
