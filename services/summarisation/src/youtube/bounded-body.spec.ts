import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { BodyTooLargeError, readBounded } from './bounded-body.js';

describe('reading a body', () => {
  it('reads plain and packed bodies alike', async () => {
    expect(await readBounded(Readable.from([Buffer.from('häl'), Buffer.from('lo')]), undefined, 100)).toBe('hällo');
    expect(await readBounded(Readable.from([gzipSync('hällo')]), 'gzip', 100)).toBe('hällo');
  });

  it('stops at the cap and ends the download', async () => {
    let sent = 0;
    const long = Readable.from(
      (function* () {
        for (; sent < 1_000; sent += 1) yield Buffer.alloc(1_000);
      })(),
    );
    await expect(readBounded(long, undefined, 10_000)).rejects.toThrow(BodyTooLargeError);
    expect(long.destroyed).toBe(true);
    expect(sent).toBeLessThan(100);
  });

  it('counts what comes out of a packed body, not what went in', async () => {
    await expect(readBounded(Readable.from([gzipSync(Buffer.alloc(5_000_000))]), 'gzip', 1_000_000)).rejects.toThrow(
      BodyTooLargeError,
    );
  });

  it.each(['gzip', undefined])('rejects a body that ends in an error (%s)', async (encoding) => {
    const cut = new Readable({
      read() {
        this.destroy(new Error('cut'));
      },
    });
    await expect(readBounded(cut, encoding, 100)).rejects.toThrow('cut');
  });

  it('rejects a packed body that is cut short', async () => {
    await expect(
      readBounded(Readable.from([gzipSync('x'.repeat(5_000)).subarray(0, 20)]), 'gzip', 10_000),
    ).rejects.toThrow();
  });
});
