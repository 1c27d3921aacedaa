import { parseConfig } from '@precis/runtime/config';
import { z } from 'zod';
import { batchItems } from './batch-items.js';
import { commissions } from './commissions.js';
import { deadEvents } from './dead-events.js';
import { finalStates } from './final-states.js';
import { inboxExact } from './inbox-exact.js';
import type { Finding, Invariant } from './invariant.js';
import { keptValue } from './kept-value.js';
import { mails } from './mails.js';
import { ledgerSums } from './ledger-sums.js';
import { type Book, type Books, BOOKS, openBooks, urlSettingOf } from './open-books.js';
import { outboxPublished } from './outbox-published.js';
import { paidOnce } from './paid-once.js';
import { quotaBooks } from './quota-books.js';
import { resultOwners } from './result-owners.js';
import { statements } from './statements.js';
import { storedAnswers } from './stored-answers.js';
import { timetables } from './timetables.js';
import { walletBalances } from './wallet-balances.js';

/** The invariants of money, which need only billing's database, and referrals' to compare commissions. */
const MONEY: readonly Invariant[] = [ledgerSums, walletBalances, paidOnce, keptValue];

/** All checks, in the order of the report. */
export const INVARIANTS: readonly Invariant[] = [
  ...MONEY,
  quotaBooks,
  statements,
  outboxPublished,
  inboxExact,
  finalStates,
  deadEvents,
  timetables,
  storedAnswers,
  resultOwners,
  batchItems,
  mails,
  commissions,
];

/** A part of the audit: its checks, and the databases that it requires. */
export interface Part {
  invariants: readonly Invariant[];
  needed: readonly Book[];
}

/** `npm run audit:invariants`. */
export const WHOLE: Part = { invariants: INVARIANTS, needed: BOOKS };
/** `npm run audit:ledger`. */
export const LEDGER: Part = { invariants: MONEY, needed: ['billing'] };

const settingsOf = ({ needed }: Part) =>
  z.object({
    ...Object.fromEntries(
      BOOKS.map((book) => [urlSettingOf(book), needed.includes(book) ? z.url() : z.url().optional()]),
    ),
    /** Seconds. A younger fact may still be on its way to another database, so it is no fault. Use 0 only when no service runs. */
    AUDIT_GRACE_SECONDS: z.coerce.number().min(0).default(60),
  });

/** 0 = all hold, 1 = one is broken, 2 = none is known to be broken, but not all could be checked. */
export interface AuditOutcome {
  exitCode: 0 | 1 | 2;
  lines: string[];
}

/** Printed faults per invariant; the rest is counted. */
const PRINTED = 20;

/** Compares the services' databases with each other. Never rejects and never writes; its lines contain only ids. */
export async function audit(environment: Record<string, unknown>, part: Part = WHOLE): Promise<AuditOutcome> {
  let books: Books;
  try {
    const env = parseConfig('audit', settingsOf(part), environment);
    const urls = env as unknown as Record<string, string | undefined>;
    books = await openBooks(
      Object.fromEntries(BOOKS.map((book) => [book, urls[urlSettingOf(book)]])),
      env.AUDIT_GRACE_SECONDS,
    );
  } catch (error) {
    return { exitCode: 2, lines: [`audit: ${(error as Error).message}`] };
  }
  const outcome: AuditOutcome = { exitCode: 0, lines: [] };
  try {
    for (const invariant of part.invariants) await checkOne(invariant, books, outcome);
  } finally {
    await books.close();
  }
  return outcome;
}

async function checkOne({ name, check }: Invariant, books: Books, outcome: AuditOutcome): Promise<void> {
  let found: Finding;
  try {
    found = await check(books);
  } catch (error) {
    outcome.lines.push(`${name}: COULD NOT BE CHECKED: ${(error as Error).message}`);
    if (outcome.exitCode === 0) outcome.exitCode = 2;
    return;
  }
  const { counted, faults } = found;
  const counts = Object.entries(counted).map(([what, count]) => `${what} ${count}`);
  outcome.lines.push(
    `${name}: ${faults.length === 0 ? 'holds' : `BROKEN, ${faults.length} faults`} (${counts.join(', ')})`,
  );
  outcome.lines.push(...faults.slice(0, PRINTED).map((fault) => `  ${fault}`));
  if (faults.length > PRINTED) outcome.lines.push(`  and ${faults.length - PRINTED} more`);
  if (faults.length > 0) outcome.exitCode = 1;
}
