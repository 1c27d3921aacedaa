import { classifyPlayability } from './playability.rule.js';
import { readPlayerAnswer } from './player-answer.rule.js';

const ID = 'abcdefghijk';

function classify(status: string, reason: string, subreason = ''): string {
  const errorScreen = { playerErrorMessageRenderer: { reason: { simpleText: reason }, subreason: { runs: [{ text: subreason }] } } };
  const answer = readPlayerAnswer({ playabilityStatus: { status, reason, errorScreen } });
  if (answer === null) throw new Error('not a player answer');
  return classifyPlayability(answer, ID);
}

describe('what a player answer says of the video', () => {
  it.each([
    ['LOGIN_REQUIRED', 'This video is private', '', 'video_private'],
    ['ERROR', 'Private video', '', 'video_private'],
    ['LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', '', 'blocked'],
    ['LOGIN_REQUIRED', "Sign in to confirm you're not a bot", '', 'blocked'],
    ['LOGIN_REQUIRED', 'Please sign in', '', 'blocked'],
    ['LOGIN_REQUIRED', 'This video may be inappropriate for some users.', '', 'age_restricted'],
    ['LOGIN_REQUIRED', 'Sign in to confirm your age', '', 'age_restricted'],
    ['AGE_VERIFICATION_REQUIRED', '', '', 'age_restricted'],
    ['UNPLAYABLE', 'This content isn’t available, try again later.', '', 'blocked'],
    ['UNPLAYABLE', 'Join this channel to get access to members-only content like this video, and other exclusive perks.', '', 'members_or_premium'],
    ['UNPLAYABLE', 'This video is only available to Music Premium members', '', 'members_or_premium'],
    ['UNPLAYABLE', 'This video requires payment to watch.', '', 'members_or_premium'],
    ['UNPLAYABLE', 'Video unavailable', 'The uploader has not made this video available in your country', 'geo_blocked'],
    ['UNPLAYABLE', 'The uploader has not made this video available in your country', '', 'geo_blocked'],
    ['UNPLAYABLE', 'The page needs to be reloaded.', '', 'changed'],
    ['UNPLAYABLE', 'The following content is not available on this app.', 'Watch on the latest version of YouTube.', 'changed'],
    ['ERROR', 'This video is unavailable', '', 'video_unavailable'],
    ['ERROR', 'Video unavailable', 'This video has been removed by the uploader', 'video_unavailable'],
    ['UNPLAYABLE', 'This video is not available', '', 'video_unavailable'],
    ['ERROR', 'This video isn’t available anymore', '', 'video_unavailable'],
    ['ERROR', "This video isn't available anymore", '', 'video_unavailable'],
    ['LIVE_STREAM_OFFLINE', 'Premieres in 2 hours', '', 'live_upcoming'],
    ['LIVE_STREAM_OFFLINE', 'This live stream recording is not available.', '', 'video_unavailable'],
    ['UNPLAYABLE', 'A sentence nobody has seen', '', 'changed'],
    ['CUSTOM', 'Custom reason', 'Sign in to confirm you’re not a bot', 'changed'],
  ])('%s %j %j is %s', (status, reason, subreason, expected) => {
    expect(classify(status, reason, subreason)).toBe(expected);
  });

  it('does not believe a client that was served another video', () => {
    const answer = readPlayerAnswer({ playabilityStatus: { status: 'OK' }, videoDetails: { videoId: 'aQvGIIdgFDM' } });
    expect(answer && classifyPlayability(answer, ID)).toBe('changed');
  });

  it.each([undefined, null, [], {}, 'x', { playabilityStatus: {} }, { playabilityStatus: { status: 1 } }])('takes %j for no player answer', (json) => {
    expect(readPlayerAnswer(json)).toBeNull();
  });
});
