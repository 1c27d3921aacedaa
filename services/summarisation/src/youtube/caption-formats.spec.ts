import fc from 'fast-check';
import { captionsIn, readCaptionBody } from './caption-formats.js';

/** The segments of a body: none when it is well-formed without a word, null when it cannot be read. */
function segmentsIn(body: string) {
  const read = readCaptionBody(body);
  if (read.kind === 'segments') return read.segments;
  return read.kind === 'unreadable' ? null : [];
}

describe('a caption answer', () => {
  it.each([
    ['', 'gated'],
    [' \n ', 'gated'],
    ['{"wireMagic":"pb3"}', 'gated'],
    ['{"events":[{"tStartMs":0,"segs":[{"utf8":" "}]}]}', 'wordless'],
    // Forms that YouTube may change to.
    ['{"events":[{"tStartMs":"0","segs":[{"utf8":"a"}]}]}', 'gated'],
    ['{"events":[{"tStartMs":0,"segs":[{"text":"a"}]}]}', 'gated'],
    ['<timedtext format="4"><body><p start="1">a</p></body></timedtext>', 'gated'],
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
          expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u);
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
    ['vtt', 40_000, (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`],
  ])('as %s of %d opening brackets is read', (_, count, bodyOf) => {
    for (const text of ['<'.repeat(count), `${'<'.repeat(count / 2)}b${'<'.repeat(count / 2)} end`]) {
      expect(readCaptionBody(bodyOf(text)).kind).toBe('segments');
    }
    const read = readCaptionBody(bodyOf('a << b <<<c> d <</e'));
    expect(read.kind === 'segments' ? read.segments[0].text : '').toBe('a << b << d <</e');
  });
});

const kindOf = (body: string) => captionsIn({ body, language: 'en', isGenerated: true }).kind;
const SPOKEN = '{"tStartMs":1,"dDurationMs":1,"segs":[{"utf8":"hello"}]}';

describe('a caption body', () => {
  it.each([
    ['objects', `{"events":[${'{},'.repeat(700_000)}${SPOKEN}]}`],
    ['arrays', `{"events":[${'[],'.repeat(700_000)}${SPOKEN}]}`],
    ['tags', `<transcript>${'<text start="1">a</text>'.repeat(350_000)}</transcript>`],
  ])('that begins more %s than a day of speech is not read, because it would exhaust the memory', (_, body) => {
    expect(kindOf(body)).toBe('unreadable');
  });

  it('of 250,000 words, each marked for itself, is read', () => {
    const words = Array.from({ length: 250_000 }, (_, at) => `{"utf8":"w${at} "}`).join(',');
    expect(kindOf(`{"events":[{"tStartMs":0,"segs":[${words}]}]}`)).toBe('segments');
  });
});

function json3(events: unknown): string {
  return JSON.stringify({ wireMagic: 'pb3', events });
}

describe('json3 captions', () => {
  it('skips window set-up and the line breaks of rolling captions', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 9_000, id: 1, wpWinPosId: 1 },
      { tStartMs: 100, dDurationMs: 4_000, wWinId: 1, segs: [{ utf8: 'hello' }, { utf8: ' world', tOffsetMs: 300 }] },
      { tStartMs: 110, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 2_100, dDurationMs: 3_000, wWinId: 1, segs: [{ utf8: 'again' }] },
    ];
    expect(segmentsIn(json3(events))).toEqual([
      { startMs: 100, durationMs: 2_000, text: 'hello world' },
      { startMs: 2_100, durationMs: 3_000, text: 'again' },
    ]);
  });

  it('keeps the words of lines that roll up: what is appended is not always a line break', () => {
    const events = [
      { tStartMs: 100, dDurationMs: 900, wWinId: 1, segs: [{ utf8: 'good evening' }] },
      { tStartMs: 1_000, dDurationMs: 900, wWinId: 1, aAppend: 1, segs: [{ utf8: '\nto all of you' }] },
    ];
    expect(segmentsIn(json3(events))?.map(({ text }) => text)).toEqual(['good evening', 'to all of you']);
    const srv3 =
      '<timedtext format="3"><body><p t="100" d="900">good</p><p t="1000" d="9" a="1">evening</p></body></timedtext>';
    expect(segmentsIn(srv3)?.map(({ text }) => text)).toEqual(['good', 'evening']);
  });

  it.each(['{"wireMagic":"pb3"}', json3([]), json3([{ tStartMs: 0, segs: [{ utf8: '\n' }] }])])(
    'finds no words in %s',
    (body) => {
      expect(segmentsIn(body)).toEqual([]);
    },
  );

  it.each(['[]', 'null', '1', '{}', '{"events":3}', json3([]).slice(0, -2)])('does not read %s', (body) => {
    expect(segmentsIn(body)).toBeNull();
  });

  it('survives events of every wrong shape', () => {
    const wrongTimes = [
      { tStartMs: '1', segs: [{ utf8: 'x' }] },
      { tStartMs: -5, segs: [{ utf8: 'x' }] },
    ];
    expect(segmentsIn(json3([null, 7, [], { segs: 'x' }, { segs: [null] }, ...wrongTimes]))).toEqual([]);
  });
});

describe('WebVTT captions', () => {
  const vtt = (...cues: string[]) =>
    readCaptionBody(
      `WEBVTT\n\n${cues.map((text, at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${text}`).join('\n\n')}\n`,
    );
  const textsOf = (read: ReturnType<typeof vtt>) =>
    read.kind === 'segments' ? read.segments.map(({ text }) => text) : read.kind;

  it('lose the time marks of single words', () => {
    expect(textsOf(vtt('good<00:00:00.480><c> evening</c><00:00:00.900><c> all</c>'))).toEqual(['good evening all']);
  });

  it('may mention automated queries without being mistaken for a block', () => {
    expect(textsOf(vtt('how a server finds automated queries'))).toEqual(['how a server finds automated queries']);
  });
});

describe('srv3 captions', () => {
  it('joins words, skips rolling line breaks and is not misled by pens', () => {
    const body = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><pen id="1"/><ws id="0"/></head><body>
<w t="0" id="1"/><p t="100" d="900" w="1"><s ac="0">it</s><s t="200">&#39;s R&amp;D</s></p>
<p t="110" d="5" w="1" a="1">
</p><p t="2000" d="10">one &amp;amp; two</p></body></timedtext>`;
    expect(segmentsIn(body)).toEqual([
      { startMs: 100, durationMs: 900, text: "it's R&D" },
      { startMs: 2_000, durationMs: 10, text: 'one & two' },
    ]);
  });

  it('does not mistake a truncated body for a short one', () => {
    expect(segmentsIn('<timedtext format="3"><body><p t="0" d="1">a</p><p t="5"')).toBeNull();
  });
});

describe('classic captions', () => {
  it('reads seconds, missing durations and doubly escaped text', () => {
    const lines =
      '<text start="0.5">it&amp;#39;s &lt;i>fine&lt;/i></text><text start="3" dur="1.25">bye</text><text start="2"/>';
    const body = `<?xml version="1.0"?><transcript>${lines}</transcript>`;
    expect(segmentsIn(body)).toEqual([
      { startMs: 500, durationMs: 2_500, text: "it's fine" },
      { startMs: 3_000, durationMs: 1_250, text: 'bye' },
    ]);
  });

  it('reads an empty transcript as one without words, and refuses a truncated one', () => {
    expect(segmentsIn('<transcript/>')).toEqual([]);
    expect(segmentsIn('<transcript><text start="1">a</text>')).toBeNull();
  });

  it('resolves every named entity of HTML that is closed, and leaves the others as they stand', () => {
    const body =
      '<transcript><text start="1">caf&amp;eacute; &amp;hellip; R&amp;amp;D &amp;copy 1&amp;nbsp;&amp;euro;</text></transcript>';
    expect(segmentsIn(body)?.[0].text).toBe('café … R&D &copy 1 €');
  });

  it('drops an entity that is no character, so that a line of nothing else is a line without words', () => {
    const none = ['&#0;', '&#x110000;', '&#99999999999999999999;', '&#xd800;', '&#8203;'];
    const line = (at: number, text: string) => `<text start="${at}">${text}</text>`;
    const lines = none.map((entity, at) => line(at, entity) + line(at, entity.replace('&', '&amp;')));
    expect(segmentsIn(`<transcript>${lines.join('')}</transcript>`)).toEqual([]);
    expect(segmentsIn(`<transcript>${line(1, `a${none.join('')}b`)}</transcript>`)?.[0].text).toBe('ab');
  });

  it('ignores entities with the names of built-in object properties', () => {
    const names = '&constructor; &__proto__; &toString; &hasOwnProperty;';
    expect(segmentsIn(`<transcript><text start="1">${names}</text></transcript>`)?.[0].text).toBe(names);
  });

  it('expands no entity that a document type declares: such a body is not read, and the names stay as they stand', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"> <!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const body = '<transcript><text start="0">&b; &f; done</text></transcript>';
    expect(readCaptionBody(bomb + body).kind).toBe('blocked');
    expect(segmentsIn(body)?.[0].text).toBe('&b; &f; done');
  });
});
