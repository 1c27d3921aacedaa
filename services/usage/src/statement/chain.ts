import { genesisText, lineText, type LineKind, type StatementLine } from '@precis/statement/statement-line';
import { createHash } from 'node:crypto';
import { accountPseudonym } from './account-pseudonym.js';

/** Where an account's month stands: its lines, their units, and the hash of the last one; null before the first. */
export interface ChainHead {
  count: number;
  units: number;
  head: string | null;
}

/** What is to become a line. */
export interface ChainEntry {
  at: Date;
  callId: string | null;
  units: number;
  kind: LineKind;
}

export const NO_LINES: ChainHead = { count: 0, units: 0, head: null };

/** The hash that a month begins with: the first line's `prev`. */
export function genesisOf(accountId: string, month: string): string {
  return sha256(genesisText(accountPseudonym(accountId), month));
}

/** Appends lines behind the head of an account's month and answers them with the new head (STAT-2). */
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
 * The line for units that have none: those from before lines were written, and those that a copy of the release before counted during the
 * rollout (STAT-5). None when the lines already come to what is counted.
 */
export function carriedEntry(chain: ChainHead, counted: number, now: Date): ChainEntry[] {
  return chain.units === counted
    ? []
    : [{ at: now, callId: null, units: counted - chain.units, kind: 'carried' as const }];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
