import { boundedText } from './bounded-text.js';

describe('the text of an answer', () => {
  it.each([
    ['of no body', null, ''],
    ['of as many bytes as there may be', 'x'.repeat(100), 'x'.repeat(100)],
  ])('%s is read whole', async (_, body, text) => {
    expect(await boundedText(new Response(body), 100)).toBe(text);
  });

  it('that comes in pieces is put together, also where a piece ends within a character', async () => {
    const pieces = [...Buffer.from('hällo ✓')].map((byte) => Uint8Array.of(byte));
    expect(await boundedText(new Response(ReadableStream.from(pieces)), 100)).toBe('hällo ✓');
  });

  it('that exceeds its limit, counted in bytes, is refused', async () => {
    await expect(boundedText(new Response('✓'.repeat(34)), 100)).rejects.toThrow('too long');
  });

  it('that never ends is read only up to the limit, and its sender is cut off', async () => {
    let [sent, isCutOff] = [0, false];
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 1_000 ? controller.enqueue(new Uint8Array(10)) : controller.close()),
      cancel: () => void (isCutOff = true),
    });
    await expect(boundedText(new Response(long), 100)).rejects.toThrow('too long');
    expect(isCutOff).toBe(true);
    // The piece that exceeds the limit, and one that was already queued.
    expect(sent).toBeLessThanOrEqual(12);
  });
});
