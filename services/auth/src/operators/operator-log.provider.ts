import { Injectable } from '@nestjs/common';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isOperatorText } from './operator.rule.js';
import { operatorNameInvalid, operatorReasonInvalid } from './operators.errors.js';

export type OperatorActionKind =
  'account-inspected' | 'account-suspended' | 'account-resumed' | 'mail-resent' | 'sessions-ended';

/**
 * Writes down who of the operators did what and why (ACC-45), in the transaction of what was done. The rows outlive the account: they are
 * what a dispute about it is decided by.
 */
@Injectable()
export class OperatorLog {
  /** Both without the spaces around them. Throws operator_name_invalid or operator_reason_invalid: nothing is done without them. */
  signed(operator: Operator | undefined): Operator {
    const [name, reason] = [(operator?.name ?? '').trim(), (operator?.reason ?? '').trim()];
    if (!isOperatorText(name)) throw operatorNameInvalid();
    if (!isOperatorText(reason)) throw operatorReasonInvalid();
    return { name, reason };
  }

  /** `accountId` undefined: it is not about one account. `kind` of NoteOperatorAction is any code (isActionKind). */
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
