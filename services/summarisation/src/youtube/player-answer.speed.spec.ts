import { growth, LINEAR } from '@precis/testing/growth';
import { readPlayerAnswer } from './player-answer.js';

describe('a caption address', () => {
  it('is read in time linear in its length', () => {
    const answerWith = (times: number) => {
      const track = { baseUrl: '?exp='.repeat(times), languageCode: 'en' };
      return {
        playabilityStatus: { status: 'OK' },
        captions: { playerCaptionsTracklistRenderer: { captionTracks: Array(50).fill(track) } },
      };
    };
    expect(growth(readPlayerAnswer, answerWith, 400)).toBeLessThan(LINEAR);
  });
});
