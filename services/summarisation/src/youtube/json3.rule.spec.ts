import { parseJson3 } from './json3.rule.js';

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
    expect(parseJson3(json3(events))).toEqual([
      { startMs: 100, durationMs: 2_000, text: 'hello world' },
      { startMs: 2_100, durationMs: 3_000, text: 'again' },
    ]);
  });

  it.each(['{"wireMagic":"pb3"}', json3([]), json3([{ tStartMs: 0, segs: [{ utf8: '\n' }] }])])(
    'finds no words in %s',
    (body) => {
      expect(parseJson3(body)).toEqual([]);
    },
  );

  it.each(['', '[]', 'null', '1', '{}', '{"events":3}', json3([]).slice(0, -2)])('does not read %s', (body) => {
    expect(parseJson3(body)).toBeNull();
  });

  it('survives events of every wrong shape', () => {
    const wrongTimes = [
      { tStartMs: '1', segs: [{ utf8: 'x' }] },
      { tStartMs: -5, segs: [{ utf8: 'x' }] },
    ];
    expect(parseJson3(json3([null, 7, [], { segs: 'x' }, { segs: [null] }, ...wrongTimes]))).toEqual([]);
  });
});
