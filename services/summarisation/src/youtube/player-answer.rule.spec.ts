import { readPlayerAnswer } from './player-answer.rule.js';

function gatedOf(...urls: string[]): boolean[] {
  const captionTracks = urls.map((baseUrl) => ({ baseUrl, languageCode: 'en' }));
  const answer = readPlayerAnswer({ playabilityStatus: { status: 'OK' }, captions: { playerCaptionsTracklistRenderer: { captionTracks } } });
  return (answer?.tracks ?? []).map((track) => track.isGated);
}

describe('a caption address', () => {
  it('is known as gated by its exp field alone', () => {
    expect(gatedOf('/t?v=a&exp=xpe&x=1', '/t?exp=abc,xpv', '/t?v=xpe', '/t?exp=1&v=xpe', '/t?exp=')).toEqual([true, true, false, false, false]);
  });

  it('is read in time linear in its length: 500 tracks of 8,000 characters of "?exp=" in under a second', () => {
    const startMs = performance.now();
    expect(gatedOf(...Array<string>(500).fill('?exp='.repeat(1_600)))).toHaveLength(500);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
