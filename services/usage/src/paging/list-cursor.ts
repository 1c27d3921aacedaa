import { DomainError } from '@precis/runtime/domain-error';

/** The end of a page of any list: the time and the id (a UUID) of its last row, which is a call, a batch or a record of a request. */
export interface ListPosition {
  at: Date;
  rowId: string;
}

const TIME_BYTES = 8;
const ID_BYTES = 16;
/** The end of year 9999: Postgres parses no later year in this form. */
const LATEST_MS = Date.UTC(10_000, 0, 1) - 1;

/**
 * Encodes a position as opaque text. It names a position and not a page number: newer calls do not shift the list after it, and it stays valid when
 * its row is deleted.
 */
export function cursorOf({ at, rowId }: ListPosition): string {
  const bytes = Buffer.alloc(TIME_BYTES + ID_BYTES);
  bytes.writeBigUInt64BE(BigInt(at.getTime()));
  bytes.write(rowId.replaceAll('-', ''), TIME_BYTES, 'hex');
  return bytes.toString('base64url');
}

/** The position after which the asked page begins; null for the first page, whose cursor is empty. Throws `cursor_invalid`. */
export function pageStartOf(cursor: string): ListPosition | null {
  if (cursor === '') return null;
  const position = positionOf(cursor);
  if (position) return position;
  throw new DomainError('invalid', 'cursor_invalid', 'The cursor must be the value of `next` in an earlier answer.');
}

/** Undefined for a text that cursorOf never wrote. */
function positionOf(cursor: string): ListPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== TIME_BYTES + ID_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const ms = bytes.readBigUInt64BE();
  if (ms > BigInt(LATEST_MS)) return undefined;
  const hex = bytes.toString('hex', TIME_BYTES);
  return { at: new Date(Number(ms)), rowId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
