import { readStatement, type StatementRecord } from './read-statement.js';
import { genesisText, lineText, type StatementLine, type StatementSummary } from './statement-line.js';

/** What the owner knows from a mail or a receipt. Without it, only contradictions within the file are found. */
export interface Known {
  head?: string;
  /** The number of the line that has the head. */
  count?: number;
}

/**
 * `changed`: the text of the line does not match its hash, or the line after it. `deleted`: the line is missing. `reordered`: it is in
 * another place. `cut`: the file ends before it. `rewritten`: the lines form a chain, but they do not match the summary of the file or the
 * known head. `no_statement`: the text is no statement.
 */
export type Fault = 'changed' | 'deleted' | 'reordered' | 'cut' | 'rewritten' | 'no_statement';

/** The result for a file: `ok` = complete and unchanged, with the totals of its month; otherwise its first fault. */
export type Verdict =
  | ({ ok: true; /** Units that were counted before the product wrote lines. */ carried: number } & StatementSummary)
  | { ok: false; fault: Fault; /** The first line that is at fault, counted from 1. */ line: number };

/** Digests are requested in groups: one by one, the waiting takes longer than the work. */
const TOGETHER = 512;

/** Recomputes a whole statement from the text of its file, with nothing but WebCrypto: the same in a browser and in Node. */
export async function verifyStatement(pieces: AsyncIterable<string>, known: Known = {}): Promise<Verdict> {
  const check = new ChainCheck(known);
  let waiting: StatementRecord[] = [];
  for await (const record of readStatement(pieces)) {
    waiting.push(record);
    if (waiting.length < TOGETHER) continue;
    await check.take(waiting);
    waiting = [];
  }
  await check.take(waiting);
  return check.verdict();
}

class ChainCheck {
  private summary?: StatementSummary;
  private account?: string;
  private month?: string;
  private count = 0;
  private units = 0;
  private carried = 0;
  private prev?: string;
  private meetsKnown = false;
  private fault?: { fault: Fault; line: number };
  /** A line that is out of order. The rest of the file shows whether it is elsewhere. */
  private missing?: number;

  constructor(private readonly known: Known) {}

  async take(records: StatementRecord[]): Promise<void> {
    const hashes = await Promise.all(records.map((record) => ('line' in record ? sha256(lineText(record.line)) : '')));
    for (const [index, record] of records.entries()) await this.takeOne(record, hashes[index]);
  }

  async verdict(): Promise<Verdict> {
    if (this.fault) return { ok: false, ...this.fault };
    if (this.missing !== undefined) return { ok: false, fault: 'deleted', line: this.missing };
    const { summary, known, count, units, carried } = this;
    if (!summary) return this.count === 0 ? { ok: false, fault: 'no_statement', line: 1 } : this.cutAfter(count);
    if (count < Math.max(summary.count, known.count ?? 0)) return this.cutAfter(count);
    this.prev ??= await sha256(genesisText(summary.account, summary.month));
    if (count > summary.count) return { ok: false, fault: 'rewritten', line: summary.count + 1 };
    if (this.prev !== summary.head || units !== summary.units) return { ok: false, fault: 'rewritten', line: count };
    if (known.head !== undefined && !this.meetsKnown && known.head !== this.prev)
      return { ok: false, fault: 'rewritten', line: known.count ?? count };
    return { ok: true, ...summary, carried };
  }

  private cutAfter(line: number): Verdict {
    return { ok: false, fault: 'cut', line: line + 1 };
  }

  private async takeOne(record: StatementRecord, hash: string): Promise<void> {
    if (this.fault) return;
    if (this.missing !== undefined) {
      if ('line' in record && record.line.seq === this.missing) this.fail('reordered', this.missing);
      return;
    }
    if ('unreadable' in record)
      return this.fail(this.count === 0 && !this.summary ? 'no_statement' : 'changed', this.count + 1);
    if ('summary' in record) return this.takeSummary(record.summary);
    if (this.account === undefined) await this.begin(record.account, record.month);
    if (this.fault) return;
    if (record.account !== undefined && (record.account !== this.account || record.month !== this.month))
      return this.fail('changed', this.count + 1);
    this.takeLine(record.line, hash);
  }

  private async begin(account: string | undefined, month: string | undefined): Promise<void> {
    if (account === undefined || month === undefined) return this.fail('no_statement', 1);
    [this.account, this.month] = [account, month];
    this.prev = await sha256(genesisText(account, month));
  }

  private async takeSummary(summary: StatementSummary): Promise<void> {
    if (this.summary) return this.fail('changed', this.count + 1);
    this.summary = summary;
    if (this.account === undefined) return this.begin(summary.account, summary.month);
    if (summary.account !== this.account || summary.month !== this.month) this.fail('rewritten', this.count);
  }

  private takeLine(line: StatementLine, hash: string): void {
    const expected = this.count + 1;
    if (hash !== line.hash) return this.fail('changed', expected);
    if (line.seq < expected) return this.fail('reordered', line.seq);
    if (line.seq > expected) return void (this.missing = expected);
    // The hash of the previous line is not the one that this line continues.
    if (line.prev !== this.prev) return this.fail('changed', Math.max(1, this.count));
    this.count = expected;
    this.prev = hash;
    this.units += line.units;
    if (line.kind === 'carried') this.carried += line.units;
    if (hash === this.known.head && (this.known.count ?? expected) === expected) this.meetsKnown = true;
  }

  private fail(fault: Fault, line: number): void {
    this.fault ??= { fault, line };
  }
}

const UTF8 = new TextEncoder();

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', UTF8.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
