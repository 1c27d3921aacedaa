import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { videoIdFromUrl } from './video-url.rule.js';

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../proto/cases/video-url.json', import.meta.url), 'utf8'),
) as { name: string; input: string; id: string | null }[];

/** Pieces of hostile addresses; random combinations of them reach more code than random text. */
const PIECES = fc.constantFrom(
  'https://',
  'http:',
  '//',
  '\\',
  '@',
  ':443',
  'www.youtube.com',
  'youtu.be',
  'consent.youtube.com',
  'google.com',
  '/url?q=',
  '/redirect?q=',
  '/attribution_link?u=',
  '?continue=',
  'www.bing.com/ck/a?u=a1',
  'aHR0cHM6Ly95b3V0dS5iZS9kUXc0dzlXZ1hjUQ',
  'duckduckgo.com/l/?uddg=',
  'r.search.yahoo.com/',
  '/RU=',
  '%E0%A4%A',
  '/embed/',
  '/shorts/',
  '/watch?v=',
  '&v=',
  '%2F',
  '%00',
  '\0',
  '#',
  '[',
  ']',
  'dQw4w9WgXcQ',
  'videoseries',
  'е',
  '\ud800',
  ' ',
  '\n',
);

describe('the id of a video address', () => {
  it.each(VECTORS)('$name', ({ input, id }) => {
    expect(videoIdFromUrl(input)).toBe(id);
  });

  it('has vectors of both kinds, each with its own name', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(110);
    expect(new Set(VECTORS.map((vector) => vector.name)).size).toBe(VECTORS.length);
    expect(VECTORS.filter((vector) => vector.id !== null).length).toBeGreaterThan(30);
  });

  it('is null or 11 safe characters for any text, and never throws', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      fc.array(PIECES, { maxLength: 12 }).map((p) => p.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const id = videoIdFromUrl(text);
        expect(id === null || /^[A-Za-z0-9_-]{11}$/.test(id)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds every well-formed id in every accepted form', () => {
    const id = fc
      .stringMatching(/^[A-Za-z0-9_-]{11}$/)
      .filter((text) => text !== 'videoseries' && text !== 'live_stream');
    const form = fc.constantFrom(
      'https://youtu.be/',
      'https://www.youtube.com/watch?v=',
      'm.youtube.com/shorts/',
      'https://www.youtube-nocookie.com/embed/',
    );
    fc.assert(fc.property(id, form, (videoId, prefix) => expect(videoIdFromUrl(prefix + videoId)).toBe(videoId)));
  });
});
