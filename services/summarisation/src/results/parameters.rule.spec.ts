import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { parametersOf, typeNumberOf } from './parameters.rule.js';

const {
  SUMMARY_TYPE_UNSPECIFIED: NONE,
  SUMMARY_TYPE_AUTO: AUTO,
  SUMMARY_TYPE_SHORT: SHORT,
  SUMMARY_TYPE_DETAIL: DETAIL,
} = SummaryType;

describe('the parameters of a summary', () => {
  it.each([
    [NONE, 'auto'],
    [AUTO, 'auto'],
    [SHORT, 'short'],
    [DETAIL, 'detail'],
  ])('reads summary type %s as %s', (summaryType, length) => {
    expect(parametersOf({ summaryType, customPrompt: '' })).toEqual({ length, prompt: '' });
  });

  it('is auto without a prompt when nothing is asked', () => {
    expect(parametersOf(undefined)).toEqual({ length: 'auto', prompt: '' });
  });

  it.each([[4], [-1], [99]])('refuses the unknown summary type %s', (summaryType) => {
    expect(parametersOf({ summaryType, customPrompt: '' })).toBe('summary_type_unknown');
  });

  it('takes prompts that differ in outer white space for one', () => {
    expect(parametersOf({ summaryType: AUTO, customPrompt: ' \n the  gate\t' })).toEqual({
      length: 'auto',
      prompt: 'the  gate',
    });
  });

  it('allows 2,000 characters of prompt and refuses one more, white space around it not counted', () => {
    expect(parametersOf({ summaryType: AUTO, customPrompt: ` ${'x'.repeat(2_000)} ` })).toMatchObject({
      prompt: 'x'.repeat(2_000),
    });
    expect(parametersOf({ summaryType: AUTO, customPrompt: 'x'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });

  it('counts characters as the gateway does, by code points: 2,000 emoji pass and one more does not', () => {
    expect(parametersOf({ summaryType: AUTO, customPrompt: '😀'.repeat(2_000) })).toMatchObject({
      prompt: '😀'.repeat(2_000),
    });
    expect(parametersOf({ summaryType: AUTO, customPrompt: '😀'.repeat(2_001) })).toBe('custom_prompt_too_long');
  });

  it('names each length by the number that the wire uses', () => {
    expect([typeNumberOf('auto'), typeNumberOf('short'), typeNumberOf('detail')]).toEqual([AUTO, SHORT, DETAIL]);
  });
});
