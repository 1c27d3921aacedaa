import { EventParser } from './event-parser';

const TEXT =
  ':\n\nevent: progress\ndata: {"stage":"reading"}\n\n:\n\nevent: sentence\ndata: {"text":"a: b\\n\\nc"}\n\n';
const EVENTS = [
  { event: 'progress', data: { stage: 'reading' } },
  { event: 'sentence', data: { text: 'a: b\n\nc' } },
];

describe('server-sent events', () => {
  it.each(['\n', '\r\n', '\r'])('are the same wherever the text is cut, with lines that end in %j (SUM-16)', (end) => {
    const text = TEXT.replaceAll('\n', end);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parser = new EventParser();
      expect([...parser.add(text.slice(0, cut)), ...parser.add(text.slice(cut))]).toEqual(EVENTS);
    }
    const letters = new EventParser();
    expect([...text].flatMap((letter) => letters.add(letter))).toEqual(EVENTS);
  });

  it('are given up when one never ends, or contains no JSON', () => {
    const parser = new EventParser();
    parser.add('event: sentence\ndata: ');
    expect(() => parser.add('x'.repeat(5_000_000))).toThrow('without an end');
    expect(() => new EventParser().add('event: done\ndata: {\n\n')).toThrow();
  });
});
