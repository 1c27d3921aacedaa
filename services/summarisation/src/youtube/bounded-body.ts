import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The answer grew past its cap; told apart from a broken connection because repeating would not help. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/**
 * Reads a body to its end, at most `limitBytes` after decompression (a few packed kB can hold gigabytes).
 * Rejects when the connection ends early: a cut body must never pass for a short one.
 */
export async function readBounded(body: Readable, encoding: string | undefined, limitBytes: number): Promise<string> {
  const gunzip = encoding === 'gzip' ? createGunzip() : undefined;
  if (gunzip !== undefined) body.on('error', (error) => gunzip.destroy(error));
  const plain: Readable = gunzip === undefined ? body : body.pipe(gunzip);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new BodyTooLargeError(`more than ${limitBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    // ends the download when it was not read to its end; a late error has nobody left to tell
    body.on('error', () => undefined).destroy();
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
