import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { createHash, randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { insufficientFunds, transferKeyTaken } from './ledger.errors.js';
import { isOverdrawn, LedgerRepository, type PostedLine } from './ledger.repository.js';
import { type Transfer, walletOf, walletOwner } from './postings.rule.js';

export interface Posted {
  transferId: string;
  /** False for a repeat of the same key with the same content. */
  isNew: boolean;
}

/**
 * Moves money: posts each transfer once, in the caller's transaction, and announces wallet-entry-posted for every wallet that it touches (PAY-20,
 * PAY-25). The rows of its accounts stay locked until the caller commits, so call it late. But call it before announcing anything: an announcement
 * limits all later lock waits of the transaction to a second.
 */
@Injectable()
export class Ledger {
  constructor(private readonly ledger: LedgerRepository) {}

  /**
   * Throws insufficientFunds (PAY-21), and transferKeyTaken when the key belongs to other content. After either, nothing was posted and the
   * transaction can only be rolled back.
   */
  async post(manager: EntityManager, transfer: Transfer, now: Date): Promise<Posted> {
    const requestHash = hashOf(transfer);
    const transferId = randomUUIDv7();
    if (!(await this.ledger.addTransfer(manager, transferId, transfer, requestHash, now))) {
      const earlier = (await this.ledger.findTransfer(manager, transfer.key))!;
      if (!earlier.requestHash.equals(requestHash)) throw transferKeyTaken();
      return { transferId: earlier.id, isNew: false };
    }
    const posted = await this.ledger.addEntries(manager, transferId, transfer.lines).catch((error: unknown) => {
      throw isOverdrawn(error) ? insufficientFunds(error) : error;
    });
    await announce(manager, ...walletEvents(transferId, transfer, posted, now));
    return { transferId, isNew: true };
  }

  /** Returns the cents in an account's wallet; 0 without a wallet. Negative only after a reversal. */
  async balanceOf(manager: EntityManager, accountId: string): Promise<number> {
    return this.ledger.balanceOf(manager, walletOf(accountId));
  }
}

/** The content of a transfer. The order of the lines does not matter. */
function hashOf({ kind, reference, lines }: Transfer): Buffer {
  const sides = lines.map(({ account, amountCents }) => `${account} ${amountCents}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([kind, reference, sides]))
    .digest();
}

function walletEvents(transferId: string, { kind, reference, lines }: Transfer, posted: PostedLine[], now: Date) {
  return lines.flatMap(({ account, amountCents }) => {
    const userId = walletOwner(account);
    if (userId === undefined) return [];
    const { sequence, balanceCents } = posted.find((line) => line.account === account)!;
    const entry = { transferId, kind, reference, sequence, balanceCents };
    return [EVENTS.walletEntryPosted.of({ userId, ...entry, amountCents: -amountCents }, now)];
  });
}
