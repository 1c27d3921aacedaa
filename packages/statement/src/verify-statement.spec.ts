import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CSV_COLUMNS,
  csvEnd,
  csvRecord,
  genesisText,
  lineText,
  type StatementLine,
  type StatementSummary,
} from './statement-line.js';
import { verifyStatementCommand } from './verify-statement-command.js';
import { type Known, type Verdict, verifyStatement } from './verify-statement.js';

const ACCOUNT = '0123456789abcdef0123456789abcdef';
const MONTH = '2026-11';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A chain built only from the documented texts. */
function chainOf(count: number): StatementLine[] {
  let prev = sha256(genesisText(ACCOUNT, MONTH));
  return Array.from({ length: count }, (_, index) => {
    const line = hashed({
      seq: index + 1,
      time: new Date(Date.UTC(2026, 10, 1) + index * 1_000).toISOString(),
      call: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      units: index === 4 ? -1 : 1,
      kind: index === 4 ? 'refund' : 'charge',
      prev,
    });
    prev = line.hash;
    return line;
  });
}
function hashed(line: Omit<StatementLine, 'hash'>): StatementLine {
  return { ...line, hash: sha256(lineText(line)) };
}
const summaryOf = (lines: StatementLine[]): StatementSummary => ({
  account: ACCOUNT,
  month: MONTH,
  count: lines.length,
  units: lines.reduce((sum, { units }) => sum + units, 0),
  head: lines.at(-1)?.hash ?? sha256(genesisText(ACCOUNT, MONTH)),
});
type Form = (lines: StatementLine[], summary: StatementSummary) => string;
const FORMS: Record<string, Form> = {
  ndjson: (lines, summary) => [{ statement: summary }, ...lines].map((one) => `${JSON.stringify(one)}\n`).join(''),
  csv: (lines, summary) =>
    `${CSV_COLUMNS.join(',')}\r\n${lines.map((line) => csvRecord(ACCOUNT, MONTH, line)).join('')}${csvEnd(summary)}`,
  json: (lines, summary) => JSON.stringify({ success: true, statement: summary, lines, next: null }),
};
/** Pieces that split records at arbitrary places. */
async function* pieces(text: string, size = 97) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const verify = (text: string, known?: Known): Promise<Verdict> => verifyStatement(pieces(text), known);

describe.each(Object.entries(FORMS))('a statement as %s (STAT-7)', (name, form) => {
  const lines = chainOf(1_200);
  const summary = summaryOf(lines);
  const without = (index: number) => lines.filter((_, place) => place !== index);
  const swapped = (a: number, b: number) => lines.map((_, place) => lines[place === a ? b : place === b ? a : place]);
  const replaced = (index: number, change: Partial<StatementLine>) =>
    lines.map((line, place) => (place === index ? { ...line, ...change } : line));

  it('is complete and unchanged, with its sum and its head', async () => {
    expect(await verify(form(lines, summary))).toEqual({ ok: true, ...summary, carried: 0 });
    expect(await verify(form([], summaryOf([])))).toMatchObject({ ok: true, count: 0, units: 0 });
    expect(await verify(form(lines, summary), { head: summary.head, count: 1_200 })).toMatchObject({ ok: true });
    // A month that has grown since its head was mailed.
    expect(await verify(form(lines, summary), { head: lines[99].hash, count: 100 })).toMatchObject({ ok: true });
  });

  it.each(['seq', 'time', 'call', 'units', 'kind', 'prev', 'hash'] as const)(
    'in which the %s of a line is changed names that line',
    async (field) => {
      const values = {
        seq: 9_999,
        time: '2026-11-09T00:00:00.000Z',
        call: '',
        units: 2,
        kind: 'refund',
        prev: '0',
        hash: '0',
      };
      for (const index of [0, 7, 1_199])
        expect(await verify(form(replaced(index, { [field]: values[field] }), summary))).toEqual({
          ok: false,
          fault: 'changed',
          line: index + 1,
        });
    },
  );

  it('in which a line is changed and rehashed is caught by the line after it, or by its head', async () => {
    const forged = (index: number) => replaced(index, hashed({ ...lines[index], units: 3 }));
    expect(await verify(form(forged(7), summary))).toEqual({ ok: false, fault: 'changed', line: 8 });
    expect(await verify(form(forged(1_199), summary))).toEqual({ ok: false, fault: 'rewritten', line: 1_200 });
  });

  it('in which a line is deleted names it', async () => {
    for (const index of [0, 7, 1_198])
      expect(await verify(form(without(index), summary))).toEqual({ ok: false, fault: 'deleted', line: index + 1 });
  });

  it('in which lines are reordered or repeated names the first one out of place', async () => {
    expect(await verify(form(swapped(3, 900), summary))).toEqual({ ok: false, fault: 'reordered', line: 4 });
    expect(await verify(form(swapped(7, 8), summary))).toEqual({ ok: false, fault: 'reordered', line: 8 });
    expect(await verify(form([...lines.slice(0, 8), ...lines.slice(7)], summary))).toMatchObject({
      fault: 'reordered',
    });
  });

  it('whose tail is cut names where, by its own count or by the one that was mailed', async () => {
    const short = lines.slice(0, 1_000);
    expect(await verify(form(short, summary))).toEqual({ ok: false, fault: 'cut', line: 1_001 });
    expect(await verify(form(short, summaryOf(short)), { head: summary.head, count: 1_200 })).toEqual({
      ok: false,
      fault: 'cut',
      line: 1_001,
    });
    expect(await verify(form(short, summaryOf(short)), { head: summary.head })).toMatchObject({ fault: 'rewritten' });
    const text = form(lines, summary);
    if (name !== 'json') expect(await verify(text.slice(0, Math.floor(text.length / 2)))).toMatchObject({ ok: false });
  });

  it('that was recomputed from another line on does not lead to the head that was mailed', async () => {
    let prev = lines[6].hash;
    const anew = [...lines.slice(0, 7), ...lines.slice(8)].map((line, index) => {
      if (index < 7) return line;
      const made = hashed({ ...line, seq: index + 1, prev });
      prev = made.hash;
      return made;
    });
    expect(await verify(form(anew, summaryOf(anew)))).toMatchObject({ ok: true });
    expect(await verify(form(anew, summaryOf(anew)), { head: lines[99].hash, count: 100 })).toEqual({
      ok: false,
      fault: 'rewritten',
      line: 100,
    });
  });

  it('of another account or month is not taken for this one', async () => {
    const other = { ...summary, account: ACCOUNT.replace('0', '1') };
    expect(await verify(form(lines, other))).toMatchObject({ ok: false });
  });
});

it.each(['', '{}', 'hello', '[1]', 'null', 'account,month\n', '\0\0', '{"statement":null}', CSV_COLUMNS.join(',')])(
  'a file that is not a statement is refused: %j',
  async (text) => expect(await verify(text)).toEqual({ ok: false, fault: 'no_statement', line: 1 }),
);

describe('the command', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'statement-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('exits with 0, 1 or 2 and reports why', async () => {
    const lines = chainOf(10);
    const summary = summaryOf(lines);
    const file = join(folder, 's.csv');
    await writeFile(file, FORMS.csv(lines, summary));
    expect(await verifyStatementCommand([file, '--head', summary.head.toUpperCase(), '--count', '10'])).toEqual({
      exitCode: 0,
      lines: [
        'Complete and unchanged.',
        `Account ${ACCOUNT}, month ${MONTH}: 8 units in 10 lines.`,
        `Head ${summary.head}`,
      ],
    });
    await writeFile(file, FORMS.csv(lines.slice(1), summary));
    expect(await verifyStatementCommand([file])).toEqual({ exitCode: 1, lines: ['Line 1 is deleted.'] });
    for (const wrong of [[], [file, '--head', 'x'], [file, '--what'], [join(folder, 'none')]])
      expect((await verifyStatementCommand(wrong)).exitCode).toBe(2);
  });
});
