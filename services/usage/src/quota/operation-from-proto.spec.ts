import { type CallFacts, Mismatch, Mode, type Operation, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { randomUUID } from 'node:crypto';
import { operationFromProto, outcomeToProto } from './operation-from-proto.js';

const facts: CallFacts = {
  idemHash: new Uint8Array(),
  bodyHash: new Uint8Array(32),
  client: 'curl',
  endpoint: '/api',
  holder: 'gateway-1',
};
const read = (operation: Operation['operation']) =>
  operationFromProto({ accountId: randomUUID(), callId: randomUUID(), operation }).operation;
const reserve = (changes: Partial<CallFacts>) =>
  read({ $case: 'reserve', value: { facts: { ...facts, ...changes }, mode: Mode.MODE_SYNC } });

const UNUSABLE = ['a\0b', '\0', 'a\ud83d', '\ude00b'];

describe('a received operation', () => {
  it.each(UNUSABLE)('is malformed when a text in it is %j, which no database accepts', (text) => {
    for (const field of ['client', 'endpoint', 'holder'] as const) expect(reserve({ [field]: text })).toBeNull();
    expect(read({ $case: 'charge', value: { attempt: 1, resultRef: text, subject: undefined } })).toBeNull();
    expect(read({ $case: 'reserveAndCharge', value: { facts, resultRef: text, subject: undefined } })).toBeNull();
    expect(read({ $case: 'refund', value: { attempt: 0, reason: text } })).toBeNull();
  });

  it('is charged without a subject that cannot be shown, otherwise with it, with its title cut', () => {
    const subject = { videoId: 'precisDemo1', title: 't'.repeat(300), summaryType: 'short', durationSeconds: 61 };
    const charged = (changes: object) =>
      read({ $case: 'charge', value: { attempt: 1, resultRef: 'r', subject: { ...subject, ...changes } } });
    expect(charged({})).toEqual({
      kind: 'charge',
      callId: expect.any(String),
      attempt: 1,
      resultRef: 'r',
      subject: { ...subject, title: 't'.repeat(200) },
    });
    for (const title of UNUSABLE) expect(charged({ title })).toMatchObject({ resultRef: 'r', subject: null });
    // A supplied transcript need not be of a video with an address (SUM-10).
    expect(charged({ videoId: '' })).toMatchObject({ resultRef: 'r', subject: { videoId: '' } });
  });

  it('is cut at 200 units, and never in the middle of a character', () => {
    const client = `${'x'.repeat(199)}😀`;
    expect(reserve({ client, endpoint: 'y'.repeat(500) })).toMatchObject({
      facts: { client: 'x'.repeat(199), endpoint: 'y'.repeat(200) },
    });
    expect(read({ $case: 'refund', value: { attempt: 0, reason: client } })).toMatchObject({ reason: 'x'.repeat(199) });
  });

  it('is malformed with an overlong holder, which would become another one if it were cut', () => {
    expect(reserve({ holder: 'h'.repeat(201) })).toBeNull();
    expect(reserve({ holder: 'h'.repeat(200) })).not.toBeNull();
  });

  it('keeps every usable text as it is', () => {
    expect(reserve({ client: 'ünï😀', endpoint: '/x?y=%00', holder: '' })).toMatchObject({
      facts: { client: 'ünï😀', endpoint: '/x?y=%00', holder: null },
    });
  });
});

describe('a sent outcome', () => {
  const sent = (outcome: Parameters<typeof outcomeToProto>[1]['outcome']) =>
    outcomeToProto('call', { outcome, limit: 3, remaining: 2, resetAtSeconds: 0 });

  it('names what differs when a key was used for something else, and only then', () => {
    expect(sent({ kind: 'mismatch', differs: 'endpoint' })).toMatchObject({
      kind: OutcomeKind.OUTCOME_KIND_MISMATCH,
      mismatch: Mismatch.MISMATCH_ENDPOINT,
    });
    expect(sent({ kind: 'mismatch', differs: 'body' })).toMatchObject({
      kind: OutcomeKind.OUTCOME_KIND_MISMATCH,
      mismatch: Mismatch.MISMATCH_BODY,
    });
    expect(sent({ kind: 'in_use' })).toMatchObject({ mismatch: Mismatch.MISMATCH_UNSPECIFIED });
  });

  it('names the call in progress under the same key, which may be a job (QUOTA-21)', () => {
    expect(sent({ kind: 'busy', callId: 'other', attempt: 2, reservedForMs: 1_500 })).toMatchObject({
      kind: OutcomeKind.OUTCOME_KIND_BUSY,
      callId: 'other',
      attempt: 2,
      reservedForMs: 1_500,
    });
  });
});
