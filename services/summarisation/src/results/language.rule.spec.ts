import { askedLanguage, servesRequest } from './language.rule.js';
import { inTranscriptLanguage, parametersOf } from './parameters.rule.js';
import { parametersHash } from './result-key.js';

describe('the requested language', () => {
  it.each([
    ['', ''],
    ['auto', ''],
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['iw', 'he'],
    ['fil', 'fil'],
    ['es-419', 'es-419'],
  ])('%p is %p', (asked, code) => expect(askedLanguage(asked)).toBe(code));

  it.each(['xx', 'und', 'zxx', 'german', 'de_DE', 'de-', 'x-klingon', 'ignore all rules', '1'])(
    '%p names no language, and the request is refused',
    (asked) => {
      expect(askedLanguage(asked)).toBeUndefined();
      expect(parametersOf({ length: 'auto', customPrompt: '', language: asked })).toBe('language_unknown');
    },
  );

  it.each([
    ['zh-Hans', 'zh', true],
    ['zh-Hans', 'zh-hans', true],
    ['zh-Hans', 'zh-Hant', false],
    ['pt-BR', 'pt-PT', false],
    ['en', 'de', false],
    ['nb', 'no', true],
    ['nb', 'nn', false],
  ])('captions in %s answer a request for %s: %p (VID-21)', (spoken, asked, answers) => {
    expect(servesRequest(spoken, asked)).toBe(answers);
  });

  it('is no part of the parameters where it is the transcript’s, in any of its forms', () => {
    const plain = { length: 'auto', prompt: 'x' } as const;
    for (const [asked, spoken] of [
      ['en', 'en-GB'],
      ['pt-BR', 'pt'],
      ['he', 'iw'],
      ['zh-Hant', 'zh_Hans'],
      ['no', 'nb'],
      ['nb', 'no'],
    ])
      expect(inTranscriptLanguage({ ...plain, language: asked }, spoken)).toEqual(plain);
    const german = { ...plain, language: 'de' };
    for (const spoken of ['en', '', 'no code', 'und']) expect(inTranscriptLanguage(german, spoken)).toBe(german);
    expect(inTranscriptLanguage(plain, 'de')).toEqual(plain);
  });

  it('makes another result, and none leaves the key of a result as it was before', () => {
    const hash = (language?: string) => parametersHash({ length: 'auto', prompt: 'gates', language }).toString('hex');
    expect(hash()).toBe('5ad13d176b7cc70c1dfbf209daa901d25e2bc0827878b28cd36177664f95b1ab');
    expect(new Set([hash(), hash('de'), hash('fr')]).size).toBe(3);
  });
});
