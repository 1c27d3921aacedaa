import { openDatabase } from '@precis/runtime/database';
import { SERVICE_LIST, settingOf } from '@precis/runtime/service-list';
import type { DataSource, QueryRunner } from 'typeorm';
import { REACTIONS } from './reactions.js';

/**
 * Databases whose rows name rows of another database without a grace period, so the snapshot of the first must be taken earlier. Usage's charged
 * calls name results of summarisation, without an event between the two. The credited commissions in referrals name transfers of billing.
 */
const NAMED_BY = [
  { from: 'summarisation', to: 'usage' },
  { from: 'billing', to: 'referrals' },
];

/**
 * The databases that are audited: the only list of them. Consumers come before producers: the snapshot of a consumer is then older than the
 * one of its producer, so no event is seen as handled and not yet announced. The snapshots are moments apart; what happened in between is
 * younger than any grace period.
 */
export const BOOKS: readonly string[] = consumersFirst(
  SERVICE_LIST.filter(({ database }) => database).map(({ name }) => name),
);
/** The name of a service, in the role of its database. */
export type Book = string;
/** Undefined for a database that is not checked. */
export type BookUrls = Record<Book, string | undefined>;

/** The setting with the URL of a service's database: `AUTH_DATABASE_URL`. */
export const urlSettingOf = (book: Book): string => settingOf(book, 'DATABASE_URL');

/**
 * Services that consume no events of the others go last. For services that consume each other's events no order is right, so NAMED_BY decides.
 * Checks of rows against their events (I6) skip those younger than the grace period.
 */
export function consumersFirst(
  names: readonly string[],
  reactions: readonly { from: string; to: string }[] = [...REACTIONS, ...NAMED_BY],
): string[] {
  const among = reactions.filter(({ from, to }) => names.includes(from) && names.includes(to));
  const first = names.filter((name) => !among.some(({ from }) => from === name));
  const last = names.filter((name) => !first.includes(name) && !among.some(({ to }) => to === name));
  const rest = names.filter((name) => !first.includes(name) && !last.includes(name));
  if (rest.length === names.length) return reactions === NAMED_BY ? [...names] : consumersFirst(names, NAMED_BY);
  return [...first, ...consumersFirst(rest, reactions), ...last];
}

type Row = Record<string, any>;

/** One snapshot of each service's database. */
export interface Books {
  /** Younger facts are in progress, on their way to where the invariant requires them. */
  graceSeconds: number;
  has(book: Book): boolean;
  read<R extends Row = Row>(book: Book, sql: string, parameters?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

const STATEMENT_LIMIT_MS = 60_000;

/** Opens a read-only, repeatable-read transaction in every database with a URL: nothing is written, no lock is taken, each statement has 60 s. */
export async function openBooks(urls: BookUrls, graceSeconds: number): Promise<Books> {
  const open = new Map<Book, { source: DataSource; runner: QueryRunner }>();
  const close = async () => void (await Promise.allSettled([...open.values()].map(({ source }) => source.destroy())));
  for (const book of BOOKS.filter((name) => urls[name])) {
    try {
      // A connection is silent while the other databases are read, and during its own long statements.
      const source = await openDatabase({ url: urls[book]!, migrations: [], poolSize: 1, silenceLimitMs: 0 });
      const runner = source.createQueryRunner();
      open.set(book, { source, runner });
      await takeSnapshot(runner);
    } catch (error) {
      await close();
      throw new Error(`the database of ${book} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }
  return {
    graceSeconds,
    close,
    has: (book) => open.has(book),
    read: (book, sql, parameters) => open.get(book)!.runner.query(sql, parameters),
  };
}

async function takeSnapshot(runner: QueryRunner): Promise<void> {
  // The transaction is idle while the other databases are read.
  await runner.query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET idle_in_transaction_session_timeout = 0`);
  await runner.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The first statement takes the snapshot, not BEGIN.
  await runner.query('SELECT 1');
}
