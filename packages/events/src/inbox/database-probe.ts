import { within } from '@precis/runtime/pause';
import type { DataSource } from 'typeorm';

const PROBE_MS = 2_000;
/** Longer than the statement timeout, so that it only cuts off a server that is silent. */
const RECORD_MS = 12_000;

/** Whether the service's own database answers at all: only when it does not is a failed event not counted as an attempt. */
export async function databaseAnswers(database: DataSource): Promise<boolean> {
  try {
    await within(PROBE_MS, database.query('SELECT 1'), () => new Error('no answer'));
    return true;
  } catch {
    return false;
  }
}

/** Bounds a statement outside of a handler's transaction: a connection that went dead without a word would hold its partition for ever. */
export function answered<T>(statement: Promise<T>): Promise<T> {
  return within(RECORD_MS, statement, () => new Error('the database did not answer in time'));
}
