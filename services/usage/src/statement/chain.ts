import { genesisText, lineText, type LineKind, type StatementLine } from '@precis/statement/statement-line';
import { createHash } from 'node:crypto';
import { accountPseudonym } from './account-pseudonym.js';

/** The state of an account's month: the number of lines, their units, and the hash of the last line; null before the first line. */
export interface ChainHead {
  count: number;
  units: number;
  head: string | null;
}

/** The content of a future line. */
export interface ChainEntry {
  at: Date;
  callId: string | null;
  units: number;
  kind: LineKind;
}

export const NO_LINES: ChainHead = { count: 0, units: 0, head: null };

/** The genesis hash of a month: the first line's `prev`. */
export function genesisOf(accountId: string, month: string): string {
  return sha256(genesisText(accountPseudonym(accountId), month));
}

/** Appends lines after the head of an account's month, and returns them with the new head (STAT-2). */
export function appendLines(
  accountId: string,
  month: string,
  chain: ChainHead,
  entries: readonly ChainEntry[],
): { lines: StatementLine[]; chain: ChainHead } {
  let { count, units, head } = chain;
  const lines = entries.map((entry) => {
    const unhashed = {
      seq: ++count,
      time: entry.at.toISOString(),
      call: entry.callId ?? '',
      units: entry.units,
      kind: entry.kind,
      prev: head ?? genesisOf(accountId, month),
    };
    head = sha256(lineText(unhashed));
    units += entry.units;
    return { ...unhashed, hash: head };
  });
  return { lines, chain: { count, units, head } };
}

/**
 * The line for units without a line: those from before the product wrote lines, and those that a copy of the previous release counted
 * during the rollout (STAT-5). There is none when the sum of the lines equals the counter.
 */
export function carriedEntry(chain: ChainHead, counted: number, now: Date): ChainEntry[] {
  return chain.units === counted
    ? []
    : [{ at: now, callId: null, units: counted - chain.units, kind: 'carried' as const }];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
