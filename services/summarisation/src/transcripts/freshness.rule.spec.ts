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

  it('believes what is said of a video that is closed for now no longer than the refusal, whatever captions it names', () => {
    for (const refusal of ['live_now', 'live_upcoming', 'age_restricted'] as const)
      expect(infoExpiry(now, { tracks: 2, refusal })).toEqual(in10min);
  });

  it('never remembers what is said of a video that is closed to our region', () => {
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
  ])('remembers %s for 10 minutes', (code) => expect(refusalExpiry(now, 'not_found', code)).toEqual(in10min));

  it.each([
    ['unavailable', 'source_blocked'],
    ['unavailable', 'source_unavailable'],
    ['unavailable', 'overloaded'],
    ['not_found', 'geo_blocked'],
  ])('never remembers %s %s: the next try may differ', (kind, code) => {
    expect(refusalExpiry(now, kind, code)).toBeNull();
  });
});
