/** This many chunks are free. */
const FREE_CHUNKS = 1_000;
const BYTES_PER_CHUNK = 64;

/**
 * Whether a body comes in too many small chunks. Each chunk costs the event loop about 2 us, so 5 MB in chunks of one byte take 10 s. After the free
 * chunks a body must bring 64 bytes per chunk.
 */
export const isCrumbled = (chunks: number, bytes: number): boolean => chunks > FREE_CHUNKS + bytes / BYTES_PER_CHUNK;
