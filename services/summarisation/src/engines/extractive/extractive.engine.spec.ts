import { DomainError } from '@precis/runtime/domain-error';
import type { SummaryLength } from '../../results/parameters.rule.js';
import type { SummaryInput } from '../summary-engine.js';
import { demoTranscript } from '../../videos/demo/demo-catalogue.js';
import { ExtractiveEngine } from './extractive.engine.js';

const engine = new ExtractiveEngine();
const signal = new AbortController().signal;
const LENGTHS: SummaryLength[] = ['short', 'auto', 'detail'];

function lines(...texts: string[]): SummaryInput['segments'] {
  return texts.map((text, at) => ({ startMs: at * 4000, durationMs: 4000, text }));
}

function summarise(segments: SummaryInput['segments'], more: Partial<SummaryInput> = {}) {
  return engine.summarise({ segments, language: 'en', isGenerated: false, length: 'auto', ...more }, signal);
}

const GARDEN = lines(
  'Tomatoes need six hours of sun every day.',
  'Plant the tomatoes deep, because roots grow from the buried stem.',
  'Water the roots and never the leaves.',
  'Wet leaves invite blight, a fungus that kills the plant in a week.',
  'Carrots are sown directly into loose soil.',
  'A stone in the soil splits every carrot that meets it.',
  'Thin the carrots to a finger apart.',
  'Slugs eat young lettuce at night.',
  'A ring of coffee grounds keeps some slugs away from lettuce.',
  'Beans feed the soil, since their roots hold bacteria that catch nitrogen.',
  'Leave the roots of the beans in the soil after harvest.',
  'Compost needs air, water and a mix of brown and green.',
  'Turn the compost every two weeks until it smells of forest.',
  'Harvest tomatoes when they are red all around.',
  'Seeds from the best tomatoes grow the plants of next year.',
);

describe('the extractive engine', () => {
  it('finds approximate chapters with titles from the words said in them where the creator wrote none (SUM-20)', async () => {
    const { segments, title, durationMs, chapters } = (await demoTranscript('precisDemo3'))!;
    const { chapters: found = [] } = await summarise(segments, { title });
    expect(found.length).toBeGreaterThan(2);
    expect([found[0].startMs, found.at(-1)!.endMs]).toEqual([0, durationMs]);
    for (const { title: words, source, startMs, endMs } of found) {
      expect(source).toBe('lexical');
      expect(endMs - startMs).toBeGreaterThanOrEqual(120_000);
      expect(
        segments
          .map(({ text }) => text)
          .join(' ')
          .toLowerCase(),
      ).toContain(words.toLowerCase());
    }
    expect((await summarise(segments, { title, chapters })).chapters).toBeUndefined();
  });

  it('cites the times of a transcript of several days as they are (SUM-10)', async () => {
    const day = 86_400_000;
    const { sentences } = await summarise(GARDEN.map((line) => ({ ...line, startMs: line.startMs + 5 * day })));
    const said = GARDEN.map(({ startMs }) => startMs + 5 * day);
    expect(sentences.length).toBeGreaterThan(2);
    expect(sentences.filter(({ startMs }) => !said.includes(startMs))).toEqual([]);
  });

  it.each(LENGTHS)('gives the same %s summary for the same transcript', async (length) => {
    expect(await summarise(GARDEN, { length })).toEqual(
      await new ExtractiveEngine().summarise({ segments: GARDEN, language: 'en', isGenerated: false, length }, signal),
    );
  });

  it('writes longer summaries from short to auto to detail, each with all sentences of the shorter one', async () => {
    const [short, auto, detail] = await Promise.all(LENGTHS.map((length) => summarise(GARDEN, { length })));
    expect(short.sentences).toHaveLength(3);
    expect(auto.summary.length).toBeGreaterThan(short.summary.length);
    expect(detail.summary.length).toBeGreaterThan(auto.summary.length);
    expect(auto.sentences).toEqual(expect.arrayContaining(short.sentences));
    expect(detail.sentences).toEqual(expect.arrayContaining(auto.sentences));
  });

  it('gives each key point of auto its time, in the order of the video', async () => {
    const { summary, sentences } = await summarise(GARDEN);
    const points = summary.split('\n').filter((line) => line.startsWith('- '));
    expect(points.length).toBeGreaterThanOrEqual(5);
    expect(points.length).toBeLessThanOrEqual(8);
    for (const point of points) {
      const [, minutes, seconds, text] = /^- \[(\d\d):(\d\d)\] (.+)$/.exec(point) ?? [];
      const cited = sentences.find((sentence) => sentence.text === text);
      expect(Math.floor((cited?.startMs ?? NaN) / 1000)).toBe(Number(minutes) * 60 + Number(seconds));
    }
    expect([...points].sort()).toEqual(points);
  });

  it('gives each part of detail a heading with its times, from the start to the end of the video', async () => {
    const { summary } = await summarise(GARDEN, { length: 'detail' });
    const headings = summary.split('\n').filter((line) => line.startsWith('Part '));
    expect(headings[0]).toMatch(/^Part 1 \(0:00 - \d+:\d\d\): /);
    expect(headings.at(-1)).toMatch(/ - 1:00\): /);
  });

  it('titles each part with words that are said more often there than elsewhere', async () => {
    const texts = [
      ...[
        'The leap second is added in June.',
        'A leap second keeps clocks true to the sun.',
        'No leap second was added for years.',
      ],
      ...[
        'Clocks of the navy follow the leap second.',
        'Radio sends the leap second as a tone.',
        'Some computers fail at a leap second.',
      ],
      ...[
        'In Berlin the bread rises overnight.',
        'A loaf of bread weighs a kilo there.',
        'The bread of Berlin is dark and sour.',
      ],
      ...[
        'People eat bread with butter and salt.',
        'Old bread feeds the ducks of Berlin.',
        'Bakers sell the bread before dawn.',
      ],
    ];
    const { summary } = await summarise(
      texts.map((text, at) => ({ startMs: at * 30_000, durationMs: 30_000, text })),
      { length: 'detail' },
    );
    const headings = summary.split('\n').filter((line) => line.startsWith('Part '));
    expect(headings).toHaveLength(2);
    expect(headings[0]).toMatch(/: leap second/);
    expect(headings[1]).toMatch(/: bread, Berlin/);
    expect(headings[1]).not.toMatch(/leap|clock/i);
  });

  it('titles no part with a mere number, but keeps a number that belongs to a name', async () => {
    const texts = [
      'The ferry carries three hundred people and forty cars.',
      'Three hundred tickets for the ferry cost forty euros.',
      'The ferry to Apollo 11 leaves at three.',
      'Forty sailors and three hundred people sleep on the ferry.',
      'Three hundred lamps light the ferry to Apollo 11.',
      'Forty lamps of the ferry were broken for three days.',
    ];
    const { summary } = await summarise(
      texts.map((text, at) => ({ startMs: at * 10_000, durationMs: 10_000, text })),
      { length: 'detail' },
    );
    const [heading] = summary.split('\n').filter((line) => line.startsWith('Part '));
    expect(heading).toMatch(/: ferry, /);
    expect(heading).not.toMatch(/three|hundred|forty/i);
  });

  it('keeps program code of the captions and removes markup', async () => {
    const { summary } = await summarise(lines('You declare a List<String> and a Map<String, Integer> in <b>Java</b>.'));
    expect(summary).toBe('You declare a List<String> and a Map<String, Integer> in Java.');
  });

  it('prefers sentences about the subject of the prompt, and reports that it did', async () => {
    const plain = await summarise(GARDEN, { length: 'short' });
    const focused = await summarise(GARDEN, { length: 'short', focus: 'Please focus on composting and slugs' });
    expect(plain.focusApplied).toBe(false);
    expect(focused.focusApplied).toBe(true);
    expect(focused.summary).not.toBe(plain.summary);
    expect(focused.summary).toMatch(/compost/i);
    expect(focused.summary).toMatch(/slugs/i);
  });

  it.each(['', '   ', 'Summarise it in bullet points please', 'quantum chromodynamics', '<script>', '\u0000'])(
    'does not claim to have followed %j, of which the video says nothing',
    async (focus) => {
      const { focusApplied, summary } = await summarise(GARDEN, { focus });
      expect(focusApplied).toBe(false);
      expect(summary).toBe((await summarise(GARDEN)).summary);
    },
  );

  it.each([[[]], [lines('', '  ')], [lines('[Music]', '♪♪', '>>')], [lines('...', '???')]])(
    'refuses a transcript that says nothing: %j',
    async (segments) => {
      const refusal = await summarise(segments).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DomainError);
      expect(refusal).toMatchObject({ kind: 'not_found', code: 'transcript_empty' });
    },
  );

  it('stops when the caller has gone', async () => {
    const gone = new AbortController();
    gone.abort(new Error('caller has gone'));
    const input: SummaryInput = { segments: GARDEN, language: 'en', isGenerated: false, length: 'auto' };
    await expect(engine.summarise(input, gone.signal)).rejects.toThrow('caller has gone');
  });

  it('lets other work run between its steps', async () => {
    const order: string[] = [];
    const summary = summarise(GARDEN).then(() => order.push('summary'));
    setImmediate(() => {
      order.push('first');
      setImmediate(() => order.push('second'));
    });
    await summary;
    expect(order).toEqual(['first', 'second', 'summary']);
  });
});
