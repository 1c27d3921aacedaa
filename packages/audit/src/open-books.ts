import { openDatabase } from '@precis/runtime/database';
import { SERVICE_LIST, settingOf } from '@precis/runtime/service-list';
import type { DataSource, QueryRunner } from 'typeorm';
import { REACTIONS } from './reactions.js';

/** Usage's charged calls name results of summarisation, with no event between the two: its picture is taken first all the same. */
const NAMED_BY = [{ from: 'summarisation', to: 'usage' }];

/**
 * The databases that are audited: the only list of them. Consumers come before producers: the snapshot of a consumer is then older than the
 * one of its producer, so no event is seen as handled and not yet announced. The snapshots are moments apart; what happened in between is
 * younger than any grace period.
 */
export const BOOKS: readonly string[] = consumersFirst(
  SERVICE_LIST.filter(({ database }) => database).map(({ name }) => name),
);
export type Book = string;
export type BookUrls = Record<Book, string>;

/** The setting that says where a service's database is: `AUTH_DATABASE_URL`. */
export const urlSettingOf = (book: Book): string => settingOf(book, 'DATABASE_URL');

/** Throws where services consume each other's events: no order of pictures is right then. */
function consumersFirst(names: readonly string[]): string[] {
  const readFrom = new Set([...REACTIONS, ...NAMED_BY].filter(({ to }) => names.includes(to)).map(({ from }) => from));
  const first = names.filter((name) => !readFrom.has(name));
  if (first.length === 0 && names.length > 0) throw new Error(`${names.join(', ')} consume each other's events`);
  return first.length === 0 ? [] : [...first, ...consumersFirst(names.filter((name) => readFrom.has(name)))];
}

type Row = Record<string, any>;

/** One snapshot of each service's database. */
export interface Books {
  /** Facts younger than this are in flight: on their way to where the invariant wants them. */
  graceSeconds: number;
  read<R extends Row = Row>(book: Book, sql: string, parameters?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

const STATEMENT_LIMIT_MS = 60_000;

/** Opens a read-only, repeatable-read transaction in every database: nothing is written, no lock is taken, each statement has 60 s. */
export async function openBooks(urls: BookUrls, graceSeconds: number): Promise<Books> {
  const open = new Map<Book, { source: DataSource; runner: QueryRunner }>();
  const close = async () => void (await Promise.allSettled([...open.values()].map(({ source }) => source.destroy())));
  for (const book of BOOKS) {
    try {
      // A connection is silent while the other databases are read, and during its own long statements.
      const source = await openDatabase({ url: urls[book], migrations: [], poolSize: 1, silenceLimitMs: 0 });
      const runner = source.createQueryRunner();
      open.set(book, { source, runner });
      await takeSnapshot(runner);
    } catch (error) {
      await close();
      throw new Error(`the database of ${book} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }
  return { graceSeconds, close, read: (book, sql, parameters) => open.get(book)!.runner.query(sql, parameters) };
}

async function takeSnapshot(runner: QueryRunner): Promise<void> {
  // The transaction is idle while the other databases are read.
  await runner.query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET idle_in_transaction_session_timeout = 0`);
  await runner.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // A snapshot is taken by the first statement, not by BEGIN.
  await runner.query('SELECT 1');
}
