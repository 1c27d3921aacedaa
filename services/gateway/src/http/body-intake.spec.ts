import { PassThrough } from 'node:stream';
import { eventually } from '@precis/testing/eventually';
import { BodyIntake, type Sender } from './body-intake.js';

const PACE = { minBytesPerSecond: 1, windowMs: 60_000 };
const RATE = 5_000_000;
const sized = (small: number, large: number) => ({
  anyone: { small, large },
  admitted: { small, large },
  provider: { small, large },
});
const BUDGET_BYTES = sized(100, 1_000);
const ANYONE: Sender = { kind: 'anyone', subjects: ['203.0.113.7'] };
const ANN: Sender = { kind: 'admitted', subjects: ['ann'] };
const bytes = (count: number) => Buffer.alloc(count, 'x');

/** A body of which `arrived` bytes have come, and whose rest may still come. */
function body(arrived: number): PassThrough {
  const stream = new PassThrough();
  stream.write(bytes(arrived));
  return stream;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const failure = (settled: Promise<unknown>) =>
  settled.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('bodies', () => {
  it('arrive whole with any chunk sizes', async () => {
    const stream = new PassThrough();
    const received = new BodyIntake(PACE, RATE).receive(stream, 20, ANYONE);
    for (const chunk of ['{"a"', ':', '1}']) stream.write(chunk);
    stream.end();
    expect((await received).toString()).toBe('{"a":1}');
  });

  it('in chunks of one byte arrive whole, and use memory of at most twice their length', async () => {
    const intake = new BodyIntake(PACE, RATE, sized(2_000, 2_000));
    const stream = new PassThrough();
    const received = intake.receive(stream, 100_000, ANYONE);
    for (let index = 0; index < 1_000; index++) stream.write(Buffer.from([index % 256]));
    stream.end();
    expect(await received).toEqual(Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256)));
  });

  it('in more than a thousand tiny chunks get 400, kept or discarded: each chunk costs as much as a large one', async () => {
    const intake = new BodyIntake(PACE, RATE);
    for (const settled of [
      (stream: PassThrough) => intake.receive(stream, 5_000_000, ANN),
      (stream: PassThrough) => intake.discard(stream, 5_000_000),
    ]) {
      const stream = new PassThrough();
      const refused = failure(settled(stream));
      for (let index = 0; index < 1_100; index++) stream.write('x');
      expect(await refused).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    const [stream, received] = [new PassThrough(), 100 * 5_000];
    const whole = intake.receive(stream, 5_000_000, ANN);
    for (let index = 0; index < 5_000; index++) stream.write(bytes(100));
    stream.end();
    expect(await whole).toHaveLength(received);
  });

  it('of exactly the limit pass and of one byte more get 413, kept or discarded', async () => {
    const intake = new BodyIntake(PACE, RATE);
    expect(await intake.receive(body(20).end(), 20, ANYONE)).toHaveLength(20);
    await expect(intake.receive(body(21), 20, ANYONE)).rejects.toMatchObject({ status: 413 });
    await expect(intake.discard(body(20).end(), 20)).resolves.toBeUndefined();
    await expect(intake.discard(body(21), 20)).rejects.toMatchObject({ status: 413 });
  });

  it('that together exceed the budget are still received from small senders: the largest sender gets 503 with Retry-After', async () => {
    const intake = new BodyIntake(PACE, RATE, BUDGET_BYTES);
    const most = failure(intake.receive(body(60), 100, ANYONE));
    await turn();
    expect(await intake.receive(body(41).end(), 100, { kind: 'anyone', subjects: ['203.0.113.8'] })).toHaveLength(41);
    expect(await most).toMatchObject({ status: 503, code: 'overloaded', extra: { retryAfterSeconds: 1 } });
  });

  it('of each kind of sender, and of routes with long bodies, have a separate budget', async () => {
    const intake = new BodyIntake(PACE, RATE, BUDGET_BYTES);
    const slow = body(90);
    const first = intake.receive(slow, 100, ANYONE);
    await turn();
    expect(await intake.receive(body(90).end(), 100, ANN)).toHaveLength(90);
    expect(await intake.receive(body(900).end(), 100_001, ANN)).toHaveLength(900);
    expect(await intake.receive(body(900).end(), 100_001, { ...ANYONE, kind: 'provider' })).toHaveLength(900);
    slow.end();
    expect(await first).toHaveLength(90);
  });

  it.each([
    ['received', (stream: PassThrough) => void stream.end()],
    ['too large', (stream: PassThrough) => void stream.write(bytes(1))],
    ['cut off by its client', (stream: PassThrough) => void stream.destroy()],
    ['ended by an error', (stream: PassThrough) => void stream.destroy(new Error('aborted'))],
  ])('give their share of the budget back when they are %s', async (_how, end) => {
    const intake = new BodyIntake(PACE, RATE, BUDGET_BYTES);
    for (let round = 0; round < 3; round++) {
      const stream = body(60);
      const settled = failure(intake.receive(stream, 60, ANYONE));
      await turn();
      end(stream);
      await settled;
      stream.destroy();
    }
    expect(await intake.receive(body(100).end(), 100, ANYONE)).toHaveLength(100);
  });

  it('of more than 100 kB share one rate, and arrive whole', async () => {
    const intake = new BodyIntake(PACE, RATE);
    const stream = new PassThrough({ highWaterMark: 5_000_000 });
    const received = intake.receive(stream, 5_000_000, ANN);
    for (const length of [1_500_000, 100_000]) stream.write(bytes(length));
    await turn();
    expect(stream.isPaused()).toBe(true);
    stream.end('end');
    expect((await received).length).toBe(1_600_003);
  });

  it.each([1, 2])(
    'ask for their admission once, when they have more than 100 kB, and wait for it, in %i pieces',
    async (pieces) => {
      const intake = new BodyIntake({ minBytesPerSecond: 1_000_000, windowMs: 50 }, RATE);
      const admission = Promise.withResolvers<void>();
      const admitLarge = jest.fn(() => admission.promise);
      expect(await intake.receive(body(100_000).end(), 5_000_000, { ...ANN, admitLarge })).toHaveLength(100_000);
      expect(admitLarge).not.toHaveBeenCalled();
      const stream = body(100_001);
      stream.end(pieces === 2 ? bytes(100_000) : undefined);
      const received = intake.receive(stream, 5_000_000, { ...ANN, admitLarge });
      await eventually('the question', () => admitLarge.mock.calls.length === 1);
      // Another body of the same pace is cut meanwhile.
      await expect(intake.receive(body(60), 100, ANYONE)).rejects.toMatchObject({ status: 408 });
      admission.resolve();
      expect(await received).toHaveLength(pieces === 2 ? 200_001 : 100_001);
      expect(admitLarge).toHaveBeenCalledTimes(1);
    },
  );

  it('that are not admitted are read to their end without being kept, because 413 comes before any other refusal', async () => {
    const refused = { ...ANN, admitLarge: () => Promise.reject(new Error('spent')) };
    const intake = new BodyIntake(PACE, RATE, sized(1_000, 250_000));
    await expect(intake.receive(body(240_000).end(), 240_000, refused)).rejects.toThrow('spent');
    await expect(intake.receive(body(240_001).end(), 240_000, refused)).rejects.toMatchObject({ status: 413 });
    expect(await intake.receive(body(240_000).end(), 240_000, ANN)).toHaveLength(240_000);
  });

  it('that are not admitted do not delay those of admitted accounts', async () => {
    const intake = new BodyIntake(PACE, RATE);
    const [refused, other] = [0, 1].map(() => new PassThrough({ highWaterMark: 5_000_000 }));
    const spent = { ...ANN, admitLarge: () => Promise.reject(new Error('spent')) };
    const settled = failure(intake.receive(refused, 5_000_000, spent));
    for (const length of [200_000, 1_500_000, 100_000]) {
      refused.write(bytes(length));
      await turn();
    }
    expect(refused.isPaused()).toBe(true);
    const received = intake.receive(other, 5_000_000, { ...ANN, subjects: ['another'] });
    other.write(bytes(150_000));
    await turn();
    expect(other.isPaused()).toBe(false);
    other.end();
    expect(await received).toHaveLength(150_000);
    refused.destroy();
    await settled;
  });

  it('that stop arriving get 408, kept or discarded, while others are received', async () => {
    const intake = new BodyIntake({ minBytesPerSecond: 10, windowMs: 100 }, RATE);
    const coming = new PassThrough();
    const received = intake.receive(coming, 100_000, ANN);
    const ticking = setInterval(() => coming.write(bytes(100)), 10);
    await expect(intake.receive(body(60), 100, ANYONE)).rejects.toMatchObject({ status: 408, code: 'request_timeout' });
    await expect(intake.discard(body(60), 100)).rejects.toMatchObject({ status: 408 });
    clearInterval(ticking);
    coming.end();
    expect((await received).length).toBeGreaterThan(0);
  });
});
