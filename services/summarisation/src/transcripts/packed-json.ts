import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];
/** Far above the longest transcript; a damaged row must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** JSON for a bytea column: captions shrink to a fifth, and no text in it can offend Postgres' jsonb (NUL, lone surrogates). */
export function pack(value: unknown): Promise<Buffer> {
  return compress(JSON.stringify(value));
}

export async function unpack<T>(packed: Buffer): Promise<T> {
  return JSON.parse((await expand(packed, { maxOutputLength: MAX_BYTES })).toString('utf8')) as T;
}
