import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Transcript } from './transcript.source.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];
/** Far above the longest transcript; a damaged row must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Found first where it is meant: inside a title its quotes would stand behind backslashes. */
const SEGMENTS = ',"segments":';

/** A transcript for a bytea column: gzipped JSON of what is told of it and its segments, written around their bytes without reading them. */
export function packTranscript({ captions, ...told }: Transcript): Promise<Buffer> {
  return compress(
    Buffer.concat([Buffer.from(JSON.stringify(told).slice(0, -1) + SEGMENTS), captions.json, Buffer.from('}')]),
  );
}

export async function unpackTranscript(packed: Buffer, hash: Uint8Array): Promise<Transcript> {
  const bytes = await expand(packed, { maxOutputLength: MAX_BYTES });
  const from = bytes.indexOf(SEGMENTS);
  // Copies of the service that are about to be replaced write the length of the video behind the segments.
  const end = bytes.lastIndexOf(']') + 1;
  const told = JSON.parse(bytes.toString('utf8', 0, from) + bytes.toString('utf8', end)) as Omit<
    Transcript,
    'captions'
  >;
  return { ...told, captions: { json: bytes.subarray(from + SEGMENTS.length, end), hash } };
}
