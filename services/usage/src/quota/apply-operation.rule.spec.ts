import fc from 'fast-check';
import { AccountQuota } from './account-quota.rule.js';
import { applyOperation, type Operation, type Outcome } from './apply-operation.rule.js';
import type { CallFacts } from './metered-call.rule.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const LIMIT = 3;

function account(): AccountQuota {
  return new AccountQuota('account', { freeVideosPerMonth: LIMIT, entries: [] }, new Map(), [], NOW);
}

function facts(key?: string, body = 'body'): CallFacts {
  return { idemHash: key ?? null, bodyHash: body, client: 'curl', endpoint: '/api', holder: 'gateway-1' };
}

const reserve = (callId: string, key?: string, body?: string): Operation => ({
  kind: 'reserve',
  callId,
  facts: facts(key, body),
  mode: 'sync',
});
const charge = (callId: string, attempt = 1): Operation => ({
  kind: 'charge',
  callId,
  attempt,
  resultRef: `result-${callId}`,
  subject: null,
});
const release = (callId: string, attempt = 1): Operation => ({ kind: 'release', callId, attempt });
const kinds = (quota: AccountQuota, ...operations: Operation[]) =>
  operations.map((operation) => applyOperation(quota, operation).kind);

describe('metered-call operations', () => {
  it('distinguishes a quota that is used up from one that is only reserved (QUOTA-8)', () => {
    const quota = account();
    expect(kinds(quota, reserve('a'), reserve('b'), reserve('c'), reserve('d'))).toEqual([
      'granted',
      'granted',
      'granted',
      'in_use',
    ]);
    expect(kinds(quota, charge('a'), charge('b'), charge('c'), reserve('d'))).toEqual([
      'charged',
      'charged',
      'charged',
      'exhausted',
    ]);
  });

  it('answers a repeated operation with the earlier decision and counts it once', () => {
    const quota = account();
    expect(kinds(quota, reserve('a'), reserve('a'), charge('a'), charge('a'), release('a'), reserve('a'))).toEqual([
      'granted',
      'granted',
      'charged',
      'charged',
      'charged',
      'charged',
    ]);
    expect([quota.used, quota.reserved]).toEqual([1, 0]);
  });

  it('keeps the first of charge and release, and ignores the other', () => {
    const quota = account();
    expect(kinds(quota, reserve('a'), release('a'), charge('a'))).toEqual(['granted', 'released', 'released']);
    expect([quota.used, quota.reserved]).toEqual([0, 0]);
  });

  it('never reserves for a call that was given up before its reservation arrived', () => {
    const quota = account();
    expect(kinds(quota, release('late', 0), reserve('late'))).toEqual(['released', 'released']);
    expect(quota.reserved).toBe(0);
  });

  it('replays a charged key, refuses another body and reports a key in use', () => {
    const quota = account();
    expect(kinds(quota, reserve('a', 'key'), reserve('b', 'key'), reserve('c', 'key', 'other'))).toEqual([
      'granted',
      'busy',
      'mismatch',
    ]);
    applyOperation(quota, charge('a'));
    expect(applyOperation(quota, reserve('d', 'key'))).toEqual({
      kind: 'replay',
      callId: 'a',
      attempt: 1,
      resultRef: 'result-a',
    });
    expect(quota.used).toBe(1);
  });

  it('reports whether a repeat of a key has another endpoint or another body, also for a call that failed (QUOTA-12)', () => {
    const quota = account();
    expect(kinds(quota, reserve('a', 'key'), release('a'))).toEqual(['granted', 'released']);
    const elsewhere: Operation = {
      kind: 'reserve',
      callId: 'b',
      facts: { ...facts('key', 'other'), endpoint: '/elsewhere' },
      mode: 'sync',
    };
    expect(applyOperation(quota, elsewhere)).toEqual({ kind: 'mismatch', differs: 'endpoint' });
    expect(applyOperation(quota, reserve('c', 'key', 'other'))).toEqual({ kind: 'mismatch', differs: 'body' });
    expect([quota.used, quota.reserved]).toEqual([0, 0]);
  });

  it('reuses a released key as the next attempt; the earlier attempt can charge nothing', () => {
    const quota = account();
    expect(kinds(quota, reserve('a', 'key'), release('a'))).toEqual(['granted', 'released']);
    expect(applyOperation(quota, reserve('b', 'key'))).toEqual({ kind: 'granted', callId: 'b', attempt: 2 });
    expect(kinds(quota, charge('a'), charge('b', 1), charge('b', 2))).toEqual(['released', 'released', 'charged']);
    expect(quota.used).toBe(1);
  });

  it('charges a stored result in one operation, once', () => {
    const quota = account();
    const operation: Operation = {
      kind: 'reserveAndCharge',
      callId: 'a',
      facts: facts('key'),
      resultRef: 'stored',
      subject: null,
    };
    expect(kinds(quota, operation, operation, { ...operation, callId: 'b' })).toEqual(['charged', 'charged', 'replay']);
    expect(quota.used).toBe(1);
  });

  it('undoes a charge once by refund', () => {
    const quota = account();
    const refund: Operation = { kind: 'refund', callId: 'a', attempt: 1, reason: 'test' };
    expect(kinds(quota, reserve('a'), refund, charge('a'), refund, refund)).toEqual([
      'granted',
      'invalid',
      'charged',
      'refunded',
      'refunded',
    ]);
    expect(quota.used).toBe(0);
  });

  it('refunds only the named attempt: a late repeat does not touch the next charge under the key', () => {
    const quota = account();
    const refund = (attempt: number, callId = 'a'): Operation => ({ kind: 'refund', callId, attempt, reason: 'test' });
    expect(kinds(quota, reserve('a', 'key'), charge('a'), refund(2), refund(1))).toEqual([
      'granted',
      'charged',
      'invalid',
      'refunded',
    ]);
    expect(kinds(quota, reserve('b', 'key'), charge('b', 2), refund(1), refund(1, 'b'))).toEqual([
      'granted',
      'charged',
      'invalid',
      'invalid',
    ]);
    expect(quota.used).toBe(1);
    expect(kinds(quota, refund(0, 'b'))).toEqual(['refunded']);
  });

  it('refunds no charge whose result was answered again for its key, so that no summary is free (QUOTA-1)', () => {
    const quota = account();
    const refund = (attempt: number, callId = 'a'): Operation => ({ kind: 'refund', callId, attempt, reason: 'test' });
    expect(kinds(quota, reserve('a', 'key'), charge('a'), refund(1), reserve('b', 'key'), charge('b', 2))).toEqual([
      'granted',
      'charged',
      'refunded',
      'granted',
      'charged',
    ]);
    expect(kinds(quota, reserve('c', 'key'), refund(2, 'b'), refund(0, 'b'))).toEqual(['replay', 'charged', 'charged']);
    expect(quota.used).toBe(1);
  });

  it('keeps the counters equal to the calls and never above the limit, for any operations in any order', () => {
    const callId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const key = fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined });
    const body = fc.constantFrom('x', 'y');
    const operation: fc.Arbitrary<Operation> = fc.oneof(
      fc.record({ callId, key, body }).map((one) => reserve(one.callId, one.key, one.body)),
      fc.record({ callId, attempt: fc.integer({ min: 0, max: 3 }) }).map((one) => charge(one.callId, one.attempt)),
      fc.record({ callId, attempt: fc.integer({ min: 0, max: 3 }) }).map((one) => release(one.callId, one.attempt)),
      fc.record({ callId, key, body }).map((one): Operation => ({
        kind: 'reserveAndCharge',
        callId: one.callId,
        facts: facts(one.key, one.body),
        resultRef: 'r',
        subject: null,
      })),
      fc
        .record({ callId, attempt: fc.integer({ min: 0, max: 3 }) })
        .map((one): Operation => ({ kind: 'refund', ...one, reason: 'test' })),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const quota = account();
        for (const one of operations) {
          const before = quota.used;
          const outcome: Outcome = applyOperation(quota, one);
          if (outcome.kind === 'replay' || outcome.kind === 'busy' || outcome.kind === 'mismatch')
            expect(quota.used).toBe(before);
          const calls = [...quota.changedCalls];
          expect(quota.used).toBe(calls.filter((call) => call.state === 'charged').length);
          expect(quota.reserved).toBe(calls.filter((call) => call.state === 'reserved').length);
          expect(quota.used + quota.reserved).toBeLessThanOrEqual(LIMIT);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
