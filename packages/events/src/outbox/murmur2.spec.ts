import { createRequire } from 'node:module';
import fc from 'fast-check';
import { murmur2, partitionOf } from './murmur2.js';

const theirs = createRequire(import.meta.url)('kafkajs/src/producer/partitioners/default/murmur2.js') as (
  key: Buffer,
) => number;

describe('murmur2', () => {
  it("gives the same hash as kafkajs' default partitioner for every key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (key) => expect(murmur2(key)).toBe(theirs(Buffer.from(key)))),
      { numRuns: 2_000 },
    );
  });

  it('gives the hashes that the Java client documents', () => {
    const known = {
      '21': -973932308,
      foobar: -790332482,
      'a-little-bit-long-string': -985981536,
      lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8: -58897971,
    };
    for (const [key, hash] of Object.entries(known)) expect(murmur2(Buffer.from(key))).toBe(hash);
  });

  it('puts every key into one of the partitions', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (key, partitions) => {
        const partition = partitionOf(key, partitions);
        expect(Number.isInteger(partition) && partition >= 0 && partition < partitions).toBe(true);
      }),
    );
  });
});
