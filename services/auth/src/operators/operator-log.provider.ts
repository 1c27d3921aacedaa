import { Injectable } from '@nestjs/common';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isOperatorText } from './operator.rule.js';
import { operatorNameInvalid, operatorReasonInvalid } from './operators.errors.js';

/** The actions of operators in auth. Actions on other services are logged under any code (isActionKind). */
export type OperatorActionKind =
  | 'account-inspected'
  | 'account-suspended'
  | 'account-resumed'
  | 'mail-resent'
  | 'sessions-ended';

/**
 * Logs which operator did what and why (ACC-45), in the transaction of the action. The rows outlive the account, because they decide a dispute about
 * it.
 */
@Injectable()
export class OperatorLog {
  /** Returns name and reason, trimmed. Throws operator_name_invalid or operator_reason_invalid: no action is allowed without them. */
  signed(operator: Operator | undefined): Operator {
    const [name, reason] = [(operator?.name ?? '').trim(), (operator?.reason ?? '').trim()];
    if (!isOperatorText(name)) throw operatorNameInvalid();
    if (!isOperatorText(reason)) throw operatorReasonInvalid();
    return { name, reason };
  }

  /** `accountId` undefined: the action is not about one account. `kind` of NoteOperatorAction is any code (isActionKind). */
  async note(
    manager: EntityManager,
    action: { accountId?: string; kind: OperatorActionKind | (string & {}); operator: Operator },
    now: Date,
  ): Promise<void> {
    const { accountId, kind, operator } = action;
    await manager.query(
      'INSERT INTO operator_actions (id, at, account_id, kind, operator, reason) VALUES ($1, $2, $3, $4, $5, $6)',
      [randomUUID(), now, accountId ?? null, kind, operator.name, operator.reason],
    );
  }
}
