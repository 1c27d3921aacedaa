import { infoExpiry, refusalExpiry, transcriptExpiry } from './freshness.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const in10min = new Date('2026-11-21T12:10:00Z');
const tomorrow = new Date('2026-11-22T12:00:00Z');

describe('how long an answer of the source is kept', () => {
  it('keeps a transcript for 24 hours', () => {
    expect(transcriptExpiry(now)).toEqual(tomorrow);
  });

  it('keeps a list of captions for 24 hours and an empty one for 10 minutes', () => {
    expect(infoExpiry(now, { tracks: 2 })).toEqual(tomorrow);
    expect(infoExpiry(now, { tracks: 0 })).toEqual(in10min);
  });

  it('keeps the data of a temporarily unavailable video only as long as its refusal, even if the data lists captions', () => {
    for (const refusal of ['live_now', 'live_upcoming', 'age_restricted'] as const)
      expect(infoExpiry(now, { tracks: 2, refusal })).toEqual(in10min);
  });

  it('never keeps the data of a video that is blocked in our region', () => {
    for (const tracks of [0, 2]) expect(infoExpiry(now, { tracks, refusal: 'geo_blocked' })).toBeNull();
  });

  it.each([
    'video_unavailable',
    'video_private',
    'transcript_disabled',
    'age_restricted',
    'members_or_premium',
    'live_upcoming',
    'live_now',
  ])('keeps the refusal %s for 10 minutes', (code) => expect(refusalExpiry(now, 'not_found', code)).toEqual(in10min));

  it.each([
    ['unavailable', 'source_blocked'],
    ['unavailable', 'source_unavailable'],
    ['unavailable', 'overloaded'],
    ['not_found', 'geo_blocked'],
  ])('never keeps the refusal %s %s, because the next attempt may succeed', (kind, code) => {
    expect(refusalExpiry(now, kind, code)).toBeNull();
  });
});
