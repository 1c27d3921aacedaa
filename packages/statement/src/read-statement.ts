import { CSV_COLUMNS, KINDS, type LineKind, type StatementLine, type StatementSummary } from './statement-line.js';

/** The records of a file, in order: the summary (first in NDJSON and JSON, last in CSV) and lines. `unreadable`: neither of them. */
export type StatementRecord =
  | { summary: StatementSummary }
  /** Only the CSV format has `account` and `month` in each record. */
  | { line: StatementLine; account?: string; month?: string }
  | { unreadable: true };

/** A record of NDJSON or CSV has under 400 characters; an answer in JSON has at most 1,000 lines. */
const LONGEST_RECORD = 1_000_000;

/** Reads a statement as NDJSON, CSV or the JSON answer, from pieces of text, record by record, because a month may have millions. */
export async function* readStatement(pieces: AsyncIterable<string>): AsyncGenerator<StatementRecord> {
  let isCsv: boolean | undefined;
  for await (const text of textLines(pieces)) {
    if (text === '') continue;
    if (isCsv === undefined) {
      isCsv = text === CSV_COLUMNS.join(',');
      if (isCsv) continue;
    }
    if (isCsv) yield fromCsv(text.split(','));
    else yield* fromJson(text);
  }
}

async function* textLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const whole = rest + piece;
    // Splitting an unfinished line again with each new piece would take quadratic time.
    if (!piece.includes('\n')) rest = whole;
    else {
      const lines = whole.split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield line.replace(/\r$/, '').replace(/^\uFEFF/, '');
    }
    if (rest.length > LONGEST_RECORD) break;
  }
  if (rest !== '') yield rest.replace(/^\uFEFF/, '');
}

function fromCsv(values: string[]): StatementRecord {
  const [account, month, seq, time, call, units, kind, prev, hash] = values;
  if (values.length !== CSV_COLUMNS.length) return { unreadable: true };
  if (kind === 'end') return summaryOf({ account, month, count: whole(seq), units: whole(units), head: hash });
  const record = lineOf({ seq: whole(seq), time, call, units: whole(units), kind, prev, hash });
  return 'line' in record ? { ...record, account, month } : record;
}

function* fromJson(text: string): Generator<StatementRecord> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return yield { unreadable: true };
  }
  if (typeof value !== 'object' || value === null) return yield { unreadable: true };
  if (!('statement' in value)) return yield lineOf(value);
  yield summaryOf(value.statement as object);
  if ('lines' in value && Array.isArray(value.lines)) for (const line of value.lines) yield lineOf(line as object);
}

function summaryOf(value: Partial<Record<keyof StatementSummary, unknown>>): StatementRecord {
  const { account, month, count, units, head } = value ?? {};
  const isWhole = [account, month, head].every(isText) && Number.isInteger(count) && Number.isInteger(units);
  return isWhole ? { summary: { account, month, count, units, head } as StatementSummary } : { unreadable: true };
}

function lineOf(value: Partial<Record<keyof StatementLine, unknown>>): StatementRecord {
  const { seq, time, call, units, kind, prev, hash } = value ?? {};
  const isWhole =
    [time, call, prev, hash].every(isText) &&
    Number.isInteger(seq) &&
    Number.isInteger(units) &&
    KINDS.includes(kind as LineKind);
  return isWhole ? { line: { seq, time, call, units, kind, prev, hash } as StatementLine } : { unreadable: true };
}

const isText = (value: unknown) => typeof value === 'string' && !value.includes('\n');
const whole = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : NaN);
