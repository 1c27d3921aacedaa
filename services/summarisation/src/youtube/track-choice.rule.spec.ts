import { type OfferedTrack, readPlayerAnswer } from './player-answer.js';
import { chooseTrack } from './track-choice.rule.js';

/** `.en` is the author's, `a.en` generated, `.en.Name` an additional one. */
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
    // Of several generated tracks, one for each dubbed audio, that of the default audio is the speaker's.
    expect(chooseTrack({ ...offer('a.en', 'a.es'), defaultVssId: 'a.es' }, [], ['en'])?.vssId).toBe('a.es');
  });

  it('never answers another language than demanded', () => {
    expect(chooseTrack(offer('.en', 'a.en'), ['fr'], ['en'])).toBeUndefined();
    expect(chooseTrack(offer(), [], ['en'])).toBeUndefined();
  });
});

describe('captions of a dubbed video (VID-11)', () => {
  /** As recorded: `.4` is the original voice, `.10` an automatic dub, `.3` a dub by people. */
  const answer = (
    vssIds: string[],
    audioIds: string[],
    { defaultAt = 0, withIndex = true, inStreams = false } = {},
  ) => {
    const captionTracks = vssIds.map((vssId) => ({
      baseUrl: '/t',
      vssId,
      languageCode: vssId.split('.')[1],
      kind: vssId.startsWith('a.') ? 'asr' : undefined,
    }));
    const indexOf = (audioId: string) =>
      vssIds.findIndex((vssId) => vssId.split('.')[1].split('-')[0] === audioId.split(/[-.]/)[0]);
    const audioTracks = audioIds.map((audioTrackId) => ({
      captionTrackIndices: vssIds.map((_, at) => at),
      ...(withIndex && indexOf(audioTrackId) >= 0 && { defaultCaptionTrackIndex: indexOf(audioTrackId) }),
      ...(!inStreams && { audioTrackId }),
    }));
    return readPlayerAnswer({
      playabilityStatus: { status: 'OK' },
      captions: { playerCaptionsTracklistRenderer: { captionTracks, audioTracks, defaultAudioTrackIndex: defaultAt } },
      streamingData: { adaptiveFormats: inStreams ? audioIds.map((id) => ({ audioTrack: { id } })) : [] },
    })!;
  };
  const AUTO = ['ar.10', 'de-DE.10', 'en-US.4', 'pt-BR.10'];

  it.each<[string, string[], string[], string]>([
    ['generated', ['a.ar', 'a.de', 'a.en', 'a.pt'], AUTO, 'a.en'],
    ['authored, beside generated ones of dubs', ['a.ar', 'a.de', '.en', 'a.pt'], AUTO, '.en'],
    ['generated, beside authored translations', ['.ar', '.de', 'a.en', '.pt'], AUTO, 'a.en'],
    ['authored before generated', ['.de', 'a.de', 'a.en', '.en'], AUTO, '.en'],
    ['of a region', ['a.ar', 'a.de', '.en-GB', 'a.pt'], AUTO, '.en-GB'],
    ['beside dubs by people', ['a.es', '.ja', 'a.ja', '.en'], ['es.3', 'en.3', 'ja.4'], '.ja'],
    ['not marked, beside dubs', ['a.es', 'a.ja'], ['es.10', 'ja.1'], 'a.ja'],
  ])('are those in the language of the original voice: %s', (_, vssIds, audioIds, expected) => {
    for (const withIndex of [true, false])
      for (const inStreams of [true, false])
        for (const defaultAt of audioIds.keys())
          expect(chooseTrack(answer(vssIds, audioIds, { defaultAt, withIndex, inStreams }), [], ['en'])?.vssId).toBe(
            expected,
          );
  });

  it('are those of a dub only when the original voice has none, or when its language is requested', () => {
    expect(chooseTrack(answer(['a.de'], AUTO), [], ['en'])?.vssId).toBe('a.de');
    expect(chooseTrack(answer(['a.ar', 'a.de', 'a.en'], AUTO), ['de'], ['en'])?.vssId).toBe('a.de');
    expect(answer(['a.de'], ['de.10', 'x', 'en.', '.4']).originalLanguage).toBeUndefined();
  });
});
