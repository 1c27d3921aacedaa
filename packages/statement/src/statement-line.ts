/** The name of the hashed text format below and of its hash, SHA-256. Another format gets another name. */
export const ALGORITHM = 'precis-statement-v1/sha-256';

/** `charge`: one metered unit. `refund`: one unit back. `carried`: units that were counted before the product wrote lines. */
export const KINDS = ['charge', 'refund', 'carried'] as const;
export type LineKind = (typeof KINDS)[number];

/** One line of an account's month. Hashes are 64 lower-case hex digits. */
export interface StatementLine {
  /** 1, 2, 3 ... without gaps. */
  seq: number;
  /** UTC with milliseconds, as 2026-11-30T23:59:59.999Z. */
  time: string;
  /** The call's id, which names no person; empty for `carried`. */
  call: string;
  units: number;
  kind: LineKind;
  /** Hash of the previous line; for the first line the genesis hash of account and month. */
  prev: string;
  hash: string;
}

/** The totals of a month's lines. */
export interface StatementSummary {
  /** The account's pseudonym. */
  account: string;
  /** YYYY-MM */
  month: string;
  count: number;
  units: number;
  /** Hash of the last line; in a month without lines the genesis hash. */
  head: string;
}

/** The text whose SHA-256 is the genesis hash. Because of it, no line fits into the chain of another account or month. */
export function genesisText(account: string, month: string): string {
  return ['precis-statement-v1', 'genesis', account, month].join('\n');
}

/**
 * The text whose SHA-256 is a line's hash, in UTF-8. No field can contain a line break, so two lines never have the same text. A database
 * can compute it too: `sha256(convert_to(concat_ws(E'\n', ...), 'UTF8'))`.
 */
export function lineText({ prev, seq, time, call, units, kind }: Omit<StatementLine, 'hash'>): string {
  return ['precis-statement-v1', 'line', prev, seq, time, call, units, kind].join('\n');
}

/** The first record in CSV: the names of the columns. */
export const CSV_COLUMNS = ['account', 'month', 'seq', 'time', 'call', 'units', 'kind', 'prev', 'hash'] as const;

/** A record in CSV. No value needs quotes. */
export function csvRecord(account: string, month: string, line: StatementLine): string {
  const { seq, time, call, units, kind, prev, hash } = line;
  return `${[account, month, seq, time, call, units, kind, prev, hash].join(',')}\r\n`;
}

/** The last record in CSV: count and units of the whole month, and its head. A file without it was cut. */
export function csvEnd({ account, month, count, units, head }: StatementSummary): string {
  return `${[account, month, count, '', '', units, 'end', '', head].join(',')}\r\n`;
}
