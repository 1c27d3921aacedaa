import { parseClassic } from './classic.rule.js';
import { parseSrv3 } from './srv3.rule.js';

describe('srv3 captions', () => {
  it('joins words, skips rolling line breaks and is not misled by pens', () => {
    const body = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><pen id="1"/><ws id="0"/></head><body>
<w t="0" id="1"/><p t="100" d="900" w="1"><s ac="0">it</s><s t="200">&#39;s R&amp;D</s></p>
<p t="110" d="5" w="1" a="1">
</p><p t="2000" d="10">one &amp;amp; two</p></body></timedtext>`;
    expect(parseSrv3(body)).toEqual([
      { startMs: 100, durationMs: 900, text: "it's R&D" },
      { startMs: 2_000, durationMs: 10, text: 'one & two' },
    ]);
  });

  it('does not take a cut body for a short one', () => {
    expect(parseSrv3('<timedtext format="3"><body><p t="0" d="1">a</p><p t="5"')).toBeNull();
  });
});

describe('classic captions', () => {
  it('reads seconds, missing durations and doubly escaped text', () => {
    const lines =
      '<text start="0.5">it&amp;#39;s &lt;i>fine&lt;/i></text><text start="3" dur="1.25">bye</text><text start="2"/>';
    const body = `<?xml version="1.0"?><transcript>${lines}</transcript>`;
    expect(parseClassic(body)).toEqual([
      { startMs: 500, durationMs: 2_500, text: "it's fine" },
      { startMs: 3_000, durationMs: 1_250, text: 'bye' },
    ]);
  });

  it('reads an empty transcript as no words, and a cut one not at all', () => {
    expect(parseClassic('<transcript/>')).toEqual([]);
    expect(parseClassic('<transcript><text start="1">a</text>')).toBeNull();
  });

  it('expands no entity that a document type declares', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"> <!ENTITY f SYSTEM "file:///etc/passwd">]>';
    expect(parseClassic(`${bomb}<transcript><text start="0">&b; &f; done</text></transcript>`)?.[0].text).toBe(
      '&b; &f; done',
    );
  });
});
