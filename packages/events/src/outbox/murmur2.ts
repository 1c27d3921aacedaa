const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/** The hash with which Kafka's Java client and kafkajs' default partitioner distribute keys (murmur2 of Kafka 0.10.2), as a signed 32-bit number. */
export function murmur2(data: Uint8Array): number {
  const words = data.length >> 2;
  let h = SEED ^ data.length;
  for (let i = 0; i < words; i++) {
    const at = i * 4;
    let k = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24);
    k = Math.imul(k, M);
    k ^= k >>> 24;
    k = Math.imul(k, M);
    h = Math.imul(h, M) ^ k;
  }
  const tail = words * 4;
  const rest = data.length - tail;
  if (rest === 3) h ^= data[tail + 2] << 16;
  if (rest >= 2) h ^= data[tail + 1] << 8;
  if (rest >= 1) h = Math.imul(h ^ data[tail], M);
  h ^= h >>> 13;
  h = Math.imul(h, M);
  h ^= h >>> 15;
  return h | 0;
}

/** A key's partition never changes while the topic keeps its number of partitions, which guarantees the order per key. */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(new TextEncoder().encode(key)) & 0x7fffffff) % partitions;
}
