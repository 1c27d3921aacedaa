import type { GetStatementResponse, StatementLine as LineMessage } from '@precis/proto/usage/v1/usage';
import { ALGORITHM, KINDS, type LineKind, type StatementLine } from '@precis/statement/statement-line';
import { z } from 'zod';
import { optionalLineCount, optionalLineNumber, optionalMonth, optionalQueryWord } from '../http/input-fields.js';

/** Default number of lines on a page of JSON. */
const USUAL_LINES = 1_000;

export const statementQuery = z.object({
  month: optionalMonth(),
  format: optionalQueryWord(['json', 'ndjson', 'csv']),
  after: optionalLineNumber(),
  limit: optionalLineCount(USUAL_LINES),
});
export type StatementQuery = z.output<typeof statementQuery>;

const count = z.number().int();
const hash = z.string().describe('64 hex digits');
const line = z.object({
  seq: count.describe('1, 2, 3 ... without gaps'),
  time: z.string().describe('When the call was received; for a refund, when it was given back'),
  call: z.string().describe("The call's id; empty for carried units"),
  units: count,
  kind: z.enum(KINDS).describe('charge, refund, or carried: units that were counted before lines were written'),
  prev: hash,
  hash,
});
const head = z.object({
  account: z.string().describe('The pseudonym of the account in statements'),
  month: z.string(),
  algorithm: z.string(),
  used: count.describe('Videos used in the month, the same number as in all other answers'),
  count: count.describe('Lines'),
  units: count.describe('Sum of the units of all lines'),
  head: hash.describe('Hash of the last line'),
  complete_from: z
    .string()
    .nullable()
    .describe('From when on each unit has a line of its own; null when no unit of the month has one'),
  closed: z
    .object({ count, head: hash, closed_at: z.string() })
    .nullable()
    .describe('Count and head as mailed at the end of the month; later lines are corrections'),
  lines_kept: z.boolean().describe('False once the lines are older than twelve months'),
});
export const statementAnswer = z.object({
  success: z.literal(true),
  statement: head,
  lines: z.array(line),
  next: count.nullable().describe('Ask again with after = this; null on the last page'),
});

export function headView(found: GetStatementResponse): z.output<typeof head> {
  const { closed, completeFromMs } = found;
  return {
    account: found.account,
    month: found.month,
    algorithm: ALGORITHM,
    used: found.used,
    count: found.count,
    units: found.units,
    head: found.head,
    complete_from: completeFromMs === undefined ? null : new Date(completeFromMs).toISOString(),
    closed: closed
      ? { count: closed.count, head: closed.head, closed_at: new Date(closed.closedAtMs).toISOString() }
      : null,
    lines_kept: found.linesKept,
  };
}

export function lineView({ seq, atMs, callId, units, kind, prev, hash: own }: LineMessage): StatementLine {
  const time = new Date(atMs).toISOString();
  return { seq, time, call: callId, units, kind: kind as LineKind, prev, hash: own };
}
