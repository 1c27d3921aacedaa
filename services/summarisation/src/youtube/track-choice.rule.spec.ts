import type { OfferedTrack } from './player-answer.js';
import { chooseTrack } from './track-choice.rule.js';

/** `.en` is the author's, `a.en` generated, `.en.Name` a further one. */
function offer(...vssIds: string[]): { tracks: OfferedTrack[]; defaultVssId?: string } {
  const tracks = vssIds.map((vssId) => ({
    vssId,
    code: vssId.split('.')[1],
    isGenerated: vssId.startsWith('a.'),
    url: '',
    name: '',
    isGated: false,
  }));
  return { tracks };
}

describe('which captions are read', () => {
  it.each([
    ['the author’s before generated ones', ['a.en', '.en'], ['en'], '.en'],
    ['the exact code before a variant', ['.en-GB', '.en'], ['en'], '.en'],
    ['a regional variant when the code itself is missing', ['.de', '.en-GB'], ['en'], '.en-GB'],
    ['the plain code for a demanded variant', ['.de', '.pt'], ['pt-BR'], '.pt'],
    ['the author’s variant before generated exact', ['a.en', '.en-GB'], ['en'], '.en-GB'],
    ['the first demanded language that is there', ['.de', 'a.fr', '.es'], ['ja', 'fr', 'de'], 'a.fr'],
    ['the track without a name of its own', ['.en.Commentary', '.en'], ['en'], '.en'],
    ['whatever the case of the code', ['.zh-Hant'], ['ZH-hant'], '.zh-Hant'],
  ])('%s', (_, vssIds, demanded, expected) => {
    expect(chooseTrack(offer(...vssIds), demanded, ['en'])?.vssId).toBe(expected);
  });

  it.each([
    ['the preferred language, where none tells what is spoken', ['.de', '.en'], '.en'],
    ['what the speaker speaks, before a translation into the preferred language', ['.en', '.de', 'a.de'], '.de'],
    ['what the speaker speaks, generated, before such a translation', ['.en', 'a.de'], 'a.de'],
    ['what the speaker speaks, in the author’s words', ['.fr', '.ja', 'a.ja'], '.ja'],
    ['what the speaker speaks, generated', ['.fr', 'a.ja'], 'a.ja'],
    ['the first', ['.fr', '.ja'], '.fr'],
  ])('without a demand: %s', (_, vssIds, expected) => {
    expect(chooseTrack(offer(...vssIds), [], ['en'])?.vssId).toBe(expected);
  });

  it('takes YouTube’s default where a language has several', () => {
    expect(chooseTrack({ ...offer('.en', '.en.Main'), defaultVssId: '.en.Main' }, ['en'], [])?.vssId).toBe('.en.Main');
    expect(chooseTrack({ ...offer('.fr', '.ja'), defaultVssId: '.ja' }, [], ['en'])?.vssId).toBe('.ja');
    // of several generated tracks, one for each dubbed audio, that of the default audio is the speaker's
    expect(chooseTrack({ ...offer('a.en', 'a.es'), defaultVssId: 'a.es' }, [], ['en'])?.vssId).toBe('a.es');
  });

  it('never answers another language than demanded', () => {
    expect(chooseTrack(offer('.en', 'a.en'), ['fr'], ['en'])).toBeUndefined();
    expect(chooseTrack(offer(), [], ['en'])).toBeUndefined();
  });
});
