import {
  type CallFacts as CallFactsMessage,
  Mismatch,
  Mode,
  type Operation as OperationMessage,
  type Outcome as OutcomeMessage,
  OutcomeKind,
  type Subject,
} from '@precis/proto/usage/v1/usage';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import type { Operation } from './apply-operation.rule.js';
import type { AccountOperation, AccountOutcome } from './operation-batch.js';
import type { CallFacts, CallSubject } from './metered-call.rule.js';

/** Longest stored name of a client, an endpoint, a holder, a title or a reason, in UTF-16 units. */
const MAX_WORD = 200;

/** Reads an operation. A malformed one is null: it gets its own outcome, and the rest of the batch is decided. */
export function operationFromProto(message: OperationMessage): AccountOperation {
  const { accountId, callId } = message;
  const wellFormed = isCanonicalUuid(accountId) && (isCanonicalUuid(callId) || message.operation?.$case === 'peek');
  return { accountId, operation: wellFormed ? read(message, callId) : null };
}

function read(message: OperationMessage, callId: string): Operation | null {
  const operation = message.operation;
  switch (operation?.$case) {
    case 'reserve': {
      const facts = readFacts(operation.value.facts);
      if (operation.value.mode !== Mode.MODE_JOB) return facts && { kind: 'reserve', callId, facts, mode: 'sync' };
      // No process waits for a job's call, so it has no holder whose lease could end it or keep it.
      return facts && { kind: 'reserve', callId, facts: { ...facts, holder: null }, mode: 'job' };
    }
    case 'reserveAndCharge': {
      const facts = readFacts(operation.value.facts);
      const { resultRef } = operation.value;
      const subject = readSubject(operation.value.subject);
      return facts && isText(resultRef) ? { kind: 'reserveAndCharge', callId, facts, resultRef, subject } : null;
    }
    case 'charge': {
      const { attempt, resultRef } = operation.value;
      const subject = readSubject(operation.value.subject);
      return isText(resultRef) ? { kind: 'charge', callId, attempt, resultRef, subject } : null;
    }
    case 'release':
      return { kind: 'release', callId, attempt: operation.value.attempt };
    case 'refund': {
      const { attempt, reason } = operation.value;
      return isText(reason) ? { kind: 'refund', callId, attempt, reason: cut(reason) } : null;
    }
    case 'peek':
      return { kind: 'peek' };
    default:
      return null;
  }
}

function readFacts(facts: CallFactsMessage | undefined): CallFacts | null {
  if (!facts || ![0, 32].includes(facts.idemHash.length) || ![0, 32].includes(facts.bodyHash.length)) return null;
  if (![facts.client, facts.endpoint, facts.holder].every(isText) || facts.holder.length > MAX_WORD) return null;
  return {
    idemHash: hexOrNull(facts.idemHash),
    bodyHash: hexOrNull(facts.bodyHash),
    client: cut(facts.client),
    endpoint: cut(facts.endpoint),
    holder: facts.holder || null,
  };
}

/** The subject is only for display: one that cannot be stored is dropped, and the charge continues. */
function readSubject(subject: Subject | undefined): CallSubject | null {
  if (!subject) return null;
  const { videoId, title, summaryType, durationSeconds } = subject;
  if (![videoId, title, summaryType].every(isText)) return null;
  return { videoId: cut(videoId), title: cut(title), summaryType: cut(summaryType), durationSeconds };
}

/** Whether Postgres can store the text: it accepts neither NUL nor half of a surrogate pair, and one such text would fail the whole batch. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Cuts to at most MAX_WORD units, and never within a surrogate pair. */
function cut(text: string): string {
  const start = text.slice(0, MAX_WORD);
  return start.isWellFormed() ? start : start.slice(0, -1);
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

const DIFFERENCES = { endpoint: Mismatch.MISMATCH_ENDPOINT, body: Mismatch.MISMATCH_BODY };

export function outcomeToProto(
  callId: string,
  { outcome, limit, remaining, resetAtSeconds }: AccountOutcome,
): OutcomeMessage {
  const decided = 'attempt' in outcome ? outcome : { callId, attempt: 0 };
  return {
    callId: decided.callId,
    kind: KINDS[outcome.kind],
    attempt: decided.attempt,
    resultRef: 'resultRef' in decided ? (decided.resultRef ?? '') : '',
    limit,
    remaining,
    resetAtSeconds,
    mismatch: outcome.kind === 'mismatch' ? DIFFERENCES[outcome.differs] : Mismatch.MISMATCH_UNSPECIFIED,
    reservedForMs: outcome.kind === 'busy' ? outcome.reservedForMs : 0,
  };
}
