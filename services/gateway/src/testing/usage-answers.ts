import { type ApplyRequest, Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';

type NamedOperation = NonNullable<ApplyRequest['operations'][number]['operation']>;

/** An operation as usage received it. `value` holds its own fields; a peek, which only reads the quota, has none. */
export interface AppliedOperation {
  name: NamedOperation['$case'];
  callId: string;
  value: NamedOperation['value'];
}

const KIND_OF: Record<NamedOperation['$case'], OutcomeKind> = {
  peek: OutcomeKind.OUTCOME_KIND_PEEKED,
  reserve: OutcomeKind.OUTCOME_KIND_GRANTED,
  charge: OutcomeKind.OUTCOME_KIND_CHARGED,
  reserveAndCharge: OutcomeKind.OUTCOME_KIND_CHARGED,
  release: OutcomeKind.OUTCOME_KIND_RELEASED,
  refund: OutcomeKind.OUTCOME_KIND_REFUNDED,
};
const NOTHING = Outcome.decode(new Uint8Array());

/**
 * Usage's answer to a batch. By default each operation succeeds, as the first attempt of an account with 2 of 3 videos left; `change` returns the
 * fields of its outcome that differ.
 */
export const answerEach =
  (change: (operation: AppliedOperation) => Partial<Outcome> = () => ({})) =>
  ({ operations }: ApplyRequest) => ({
    outcomes: operations.map(({ callId, operation }): Outcome => {
      const { $case: name, value } = operation!;
      const usual = { kind: KIND_OF[name], callId, attempt: 1, limit: 3, remaining: 2, resetAtSeconds: 9 };
      return { ...NOTHING, ...usual, ...change({ name, callId, value }) };
    }),
  });
