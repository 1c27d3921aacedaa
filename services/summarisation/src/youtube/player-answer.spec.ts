import { readPlayerAnswer } from './player-answer.js';

function gatedOf(...urls: string[]): boolean[] {
  const captionTracks = urls.map((baseUrl) => ({ baseUrl, languageCode: 'en' }));
  const answer = readPlayerAnswer({
    playabilityStatus: { status: 'OK' },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
  });
  return (answer?.tracks ?? []).map((track) => track.isGated);
}

describe('a caption address', () => {
  it('is recognised as gated by its exp field alone', () => {
    expect(gatedOf('/t?v=a&exp=xpe&x=1', '/t?exp=abc,xpv', '/t?v=xpe', '/t?exp=1&v=xpe', '/t?exp=')).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is read also where 500 tracks have 8,000 characters of "?exp="', () => {
    expect(gatedOf(...Array<string>(500).fill('?exp='.repeat(1_600)))).toHaveLength(500);
  });
});

describe('the numbers and names of a player answer', () => {
  const read = (videoDetails: object, track: object = {}) =>
    readPlayerAnswer({
      playabilityStatus: { status: 'OK' },
      videoDetails,
      captions: {
        playerCaptionsTracklistRenderer: {
          captionTracks: [{ baseUrl: '/t', languageCode: 'en', ...track }],
          audioTracks: [{ defaultCaptionTrackIndex: 0 }],
        },
      },
    });

  it.each(['2147483648', '604801', '99999999999', '1e9', '-1', '0', ' 96', '0x60', '9.5', 'NaN', ''])(
    'treats a length of %j as unknown',
    (lengthSeconds) => {
      expect(read({ lengthSeconds })?.durationSeconds).toBeUndefined();
    },
  );

  it.each(['1', '96', '604800'])('accepts a length of %s seconds', (lengthSeconds) => {
    expect(read({ lengthSeconds })?.durationSeconds).toBe(Number(lengthSeconds));
  });

  it.each(['.en\0', '.en\n', '\ud83d.en', 'x'.repeat(101)])(
    'replaces the track id %j by that of its language, as default too',
    (vssId) => {
      const answer = read({}, { vssId, kind: 'asr' });
      expect(answer?.tracks.map((track) => track.vssId)).toEqual(['a.en']);
      expect(answer?.defaultVssId).toBeUndefined();
    },
  );
});
