import fc from 'fast-check';
import { readCaptionBody } from './caption-body.rule.js';

describe('a caption answer', () => {
  it.each([
    ['', 'gated'],
    [' \n ', 'gated'],
    ['{"wireMagic":"pb3"}', 'gated'],
    ['<!DOCTYPE html><html></html>', 'blocked'],
    ["We're sorry... but your computer may be sending automated queries", 'blocked'],
    ['We’re sorry', 'blocked'],
    ['{"wireMagic":"pb3","events":[', 'unreadable'],
    ['<transcript><text start="0">a</text>', 'unreadable'],
    ['hello', 'unreadable'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n<c>hi</c> &amp; bye\n', 'segments'],
  ])('of %j is %s, never an empty transcript', (body, kind) => {
    expect(readCaptionBody(body).kind).toBe(kind);
  });

  const tags = ['<', '>', '</', '<text start="', '<p t="', '"', '</text>', '</p>', '<s>', '<i>', '</transcript>'];
  const entities = ['&lt;', '&amp;lt;', '&#x3c;', '&#0;', '&#55296;'];
  const scraps = fc.constantFrom(...tags, ...entities, '\n\n', '-->', '00:00:01.000', '1', 'a', '\ud800', '\u0000');
  const soup = fc.array(fc.oneof(scraps, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''));
  const time = fc.oneof(fc.double(), fc.integer(), fc.string());
  const bodies = fc.oneof(
    soup,
    soup.map(
      (text) => `<transcript><text start="1" dur="2">${text}</text><text start="0.5">${text}</text></transcript>`,
    ),
    soup.map((text) => `<timedtext format="3"><body><p t="9" d="4">${text}</p></body></timedtext>`),
    soup.map((text) => `WEBVTT\n\n00:00:03.000 --> 00:00:01.000\n${text}\n\n00:00:01.000 --> 00:00:02.000\nb`),
    fc
      .array(
        fc.record({
          tStartMs: time,
          dDurationMs: time,
          aAppend: fc.constantFrom(undefined, 0, 1),
          segs: fc.array(fc.record({ utf8: soup })),
        }),
      )
      .map((events) => JSON.stringify({ events })),
  );

  it('never throws, and yields segments that are sorted, not negative, apart, well-formed and free of markup', () => {
    let withSegments = 0;
    fc.assert(
      fc.property(bodies, (body) => {
        const read = readCaptionBody(body);
        if (read.kind !== 'segments') return;
        withSegments += 1;
        read.segments.forEach(({ startMs, durationMs, text }, at) => {
          expect(Number.isSafeInteger(startMs) && startMs >= 0).toBe(true);
          expect(Number.isSafeInteger(durationMs) && durationMs >= 0).toBe(true);
          if (at > 0)
            expect(startMs).toBeGreaterThanOrEqual(
              read.segments[at - 1].startMs + read.segments[at - 1].durationMs - 1,
            );
          expect(text).not.toMatch(/<[a-z/!?]|\p{Cc}|\p{Cs}/iu);
          expect(text.trim()).toBe(text);
          expect(text).not.toBe('');
        });
      }),
      { numRuns: 1_500 },
    );
    expect(withSegments).toBeGreaterThan(300);
  });

  it.each([
    [
      'json3',
      1_000_000,
      (text: string) => JSON.stringify({ wireMagic: 'pb3', events: [{ tStartMs: 0, segs: [{ utf8: text }] }] }),
    ],
    [
      'classic',
      300_000,
      (text: string) => `<transcript><text start="1">${text.replaceAll('<', '&lt;')}</text></transcript>`,
    ],
    [
      'srv3',
      300_000,
      (text: string) =>
        `<timedtext format="3"><body><p t="9" d="4">${text.replaceAll('<', '&lt;')}</p></body></timedtext>`,
    ],
    ['vtt', 1_000_000, (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`],
  ])('as %s of %d opening brackets is read in under a second of CPU', (_, count, bodyOf) => {
    for (const text of ['<'.repeat(count), `${'<'.repeat(count / 2)}b${'<'.repeat(count / 2)} end`]) {
      const body = bodyOf(text);
      const before = process.cpuUsage();
      expect(readCaptionBody(body).kind).toBe('segments');
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
    }
    const read = readCaptionBody(bodyOf('a << b <<<c> d <</e'));
    expect(read.kind === 'segments' ? read.segments[0].text : '').toBe('a << b << d /e');
  });

  it.each([
    ['open tags', '<transcript>' + '<text start="1">'.repeat(100_000) + '</transcript>'],
    ['brackets', '<timedtext>' + '<'.repeat(1_000_000) + '</timedtext>'],
    ['ampersands', `<transcript><text start="1">${'&'.repeat(1_000_000)}</text></transcript>`],
    ['nested arrays', `{"events":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['nested tags', `<transcript><text start="1">${'&lt;b'.repeat(200_000)}</text></transcript>`],
  ])('is read in time linear in its length: %s', (_, body) => {
    const startMs = performance.now();
    readCaptionBody(body);
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });
});
