import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import type { Operation } from './apply-operation.rule.js';

let world: QuotaWorld;
beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());

const touching: [string, (callId: string) => Operation][] = [
  ['reserve', (callId) => reserve(callId)],
  ['charge', (callId) => charge(callId)],
  ['release', (callId) => release(callId, 0)],
  ['reserve and charge', (callId) => ({ ...reserve(callId), kind: 'reserveAndCharge', resultRef: 'r', subject: null })],
  ['refund', (callId) => ({ kind: 'refund', callId, attempt: 0, reason: 'mine' })],
];

describe("another account's call", () => {
  it.each(touching)('cannot be used by %s, and the rest of the batch is decided', async (_, naming) => {
    const [owner, stranger, callId] = [randomUUID(), randomUUID(), randomUUID()];
    await world.one(owner, reserve(callId));
    expect(
      await world.kinds(
        [stranger, reserve()],
        [stranger, naming(callId)],
        [owner, charge(callId)],
        [stranger, reserve()],
      ),
    ).toEqual(['granted', 'invalid', 'charged', 'granted']);
    expect(await world.counters(owner)).toEqual({ used: 1, reserved: 0 });
    expect(await world.counters(stranger)).toEqual({ used: 0, reserved: 2 });
  });

  it('cannot be reused by a repeat of a released key', async () => {
    const [owner, stranger, callId, own] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await world.kinds([owner, reserve(callId)], [stranger, reserve(own, 'key')], [stranger, release(own)]);
    expect(await world.kinds([stranger, reserve(callId, 'key')], [stranger, reserve(randomUUID(), 'key')])).toEqual([
      'invalid',
      'granted',
    ]);
  });

  it('belongs to one account when two name it in the same batch, and the rest of the batch is decided', async () => {
    const [first, second, callId] = [randomUUID(), randomUUID(), randomUUID()];
    const [one, other, rest] = await world.kinds(
      [first, reserve(callId)],
      [second, reserve(callId)],
      [second, reserve()],
    );
    expect([one, other].sort()).toEqual(['granted', 'invalid']);
    expect(rest).toBe('granted');
  });

  it('belongs to one account when two name it in parallel batches, and neither batch is lost', async () => {
    for (let round = 0; round < 20; round++) {
      const callId = randomUUID();
      const batches = Array.from({ length: 4 }, () => randomUUID()).map((account) =>
        world.kinds([account, reserve()], [account, reserve(callId)]),
      );
      const kinds = await Promise.all(batches);
      expect(kinds.map(([own]) => own)).toEqual(Array(4).fill('granted'));
      expect(kinds.map(([, shared]) => shared).sort()).toEqual(['granted', 'invalid', 'invalid', 'invalid']);
    }
  });
});
