import { PassThrough } from 'node:stream';
import { BodyIntake, discardBody } from './body-intake.js';

const BUDGET_BYTES = { anyone: 100, admitted: 100 };
const bytes = (count: number) => Buffer.alloc(count, 'x');

/** A body of which so much has arrived, and whose rest may still come. */
function body(arrived: number): PassThrough {
  const stream = new PassThrough();
  stream.write(bytes(arrived));
  return stream;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('bodies', () => {
  it('arrive whole, whatever the chunks', async () => {
    const stream = new PassThrough();
    const received = new BodyIntake().receive(stream, 20, 'anyone');
    for (const chunk of ['{"a"', ':', '1}']) stream.write(chunk);
    stream.end();
    expect((await received).toString()).toBe('{"a":1}');
  });

  it('of exactly the limit pass, of one byte more are 413, kept or not', async () => {
    expect(await new BodyIntake().receive(body(20).end(), 20, 'anyone')).toHaveLength(20);
    await expect(new BodyIntake().receive(body(21), 20, 'anyone')).rejects.toMatchObject({ status: 413 });
    await expect(discardBody(body(20).end(), 20)).resolves.toBeUndefined();
    await expect(discardBody(body(21), 20)).rejects.toMatchObject({ status: 413 });
  });

  it('that together exceed the budget are 503 with Retry-After, and only those of the same kind of sender', async () => {
    const intake = new BodyIntake(BUDGET_BYTES);
    const slow = body(60);
    const first = intake.receive(slow, 100, 'anyone');
    await turn();
    await expect(intake.receive(body(41), 100, 'anyone')).rejects.toMatchObject({ status: 503, code: 'overloaded', extra: { retryAfterSeconds: 1 } });
    expect(await intake.receive(body(90).end(), 100, 'admitted')).toHaveLength(90);
    slow.end();
    expect(await first).toHaveLength(60);
  });

  it.each([
    ['received', (stream: PassThrough) => void stream.end()],
    ['too large', (stream: PassThrough) => void stream.write(bytes(1))],
    ['cut off by its client', (stream: PassThrough) => void stream.destroy()],
    ['ended by an error', (stream: PassThrough) => void stream.destroy(new Error('aborted'))],
  ])('give their share of the budget back when they are %s', async (_how, end) => {
    const intake = new BodyIntake(BUDGET_BYTES);
    for (let round = 0; round < 3; round++) {
      const stream = body(60);
      const settled = intake.receive(stream, 60, 'anyone').catch((error: unknown) => error);
      await turn();
      end(stream);
      await settled;
      stream.destroy();
    }
    expect(await intake.receive(body(100).end(), 100, 'anyone')).toHaveLength(100);
  });
});
