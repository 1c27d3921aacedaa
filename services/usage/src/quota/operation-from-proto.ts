import { type CallFacts as CallFactsMessage, Mode, type Operation as OperationMessage, type Outcome as OutcomeMessage, OutcomeKind } from '@precis/proto/usage/v1/usage';
import type { Operation } from './apply-operation.rule.js';
import type { AccountOperation, AccountOutcome } from './apply-operations.usecase.js';
import type { CallFacts } from './metered-call.rule.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_WORD = 200;

/** A malformed operation is null: it becomes an outcome of its own and the rest of the batch goes on. */
export function operationFromProto(message: OperationMessage): AccountOperation {
  const { accountId, callId } = message;
  const wellFormed = UUID.test(accountId) && (UUID.test(callId) || message.operation?.$case === 'peek');
  return { accountId, operation: wellFormed ? read(message, callId) : null };
}

function read(message: OperationMessage, callId: string): Operation | null {
  const operation = message.operation;
  switch (operation?.$case) {
    case 'reserve': {
      const facts = readFacts(operation.value.facts);
      const mode = operation.value.mode === Mode.MODE_JOB ? 'job' : 'sync';
      return facts && { kind: 'reserve', callId, facts, mode };
    }
    case 'reserveAndCharge': {
      const facts = readFacts(operation.value.facts);
      return facts && { kind: 'reserveAndCharge', callId, facts, resultRef: operation.value.resultRef };
    }
    case 'charge':
      return { kind: 'charge', callId, attempt: operation.value.attempt, resultRef: operation.value.resultRef };
    case 'release':
      return { kind: 'release', callId, attempt: operation.value.attempt };
    case 'refund':
      return { kind: 'refund', callId, reason: operation.value.reason.slice(0, MAX_WORD) };
    case 'peek':
      return { kind: 'peek' };
    default:
      return null;
  }
}

function readFacts(facts: CallFactsMessage | undefined): CallFacts | null {
  if (!facts || ![0, 32].includes(facts.idemHash.length) || ![0, 32].includes(facts.bodyHash.length)) return null;
  return {
    idemHash: hexOrNull(facts.idemHash),
    bodyHash: hexOrNull(facts.bodyHash),
    client: facts.client.slice(0, MAX_WORD),
    endpoint: facts.endpoint.slice(0, MAX_WORD),
    holder: facts.holder || null,
  };
}

function hexOrNull(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : Buffer.from(bytes).toString('hex');
}

const KINDS: Record<AccountOutcome['outcome']['kind'], OutcomeKind> = {
  granted: OutcomeKind.OUTCOME_KIND_GRANTED,
  replay: OutcomeKind.OUTCOME_KIND_REPLAY,
  busy: OutcomeKind.OUTCOME_KIND_BUSY,
  mismatch: OutcomeKind.OUTCOME_KIND_MISMATCH,
  exhausted: OutcomeKind.OUTCOME_KIND_EXHAUSTED,
  in_use: OutcomeKind.OUTCOME_KIND_IN_USE,
  charged: OutcomeKind.OUTCOME_KIND_CHARGED,
  released: OutcomeKind.OUTCOME_KIND_RELEASED,
  refunded: OutcomeKind.OUTCOME_KIND_REFUNDED,
  peeked: OutcomeKind.OUTCOME_KIND_PEEKED,
  invalid: OutcomeKind.OUTCOME_KIND_INVALID,
};

export function outcomeToProto(callId: string, { outcome, limit, remaining, resetAtSeconds }: AccountOutcome): OutcomeMessage {
  const decided = 'attempt' in outcome ? outcome : { callId, attempt: 0, resultRef: undefined };
  return {
    callId: decided.callId,
    kind: KINDS[outcome.kind],
    attempt: decided.attempt,
    resultRef: decided.resultRef ?? '',
    limit,
    remaining,
    resetAtSeconds,
  };
}
