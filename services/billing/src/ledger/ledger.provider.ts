import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transfer } from './postings.rule.js';

export interface Posted {
  transferId: string;
  /** False at a repeat of the same key with the same content. */
  isNew: boolean;
}

/** Moves money: each transfer once, in the caller's transaction, announced as wallet-entry-posted for every wallet that it touches (PAY-20). */
@Injectable()
export class Ledger {
  /** Throws insufficientFunds (PAY-21), and transferKeyTaken when the key stands for other content. */
  async post(_manager: EntityManager, _transfer: Transfer, _now: Date): Promise<Posted> {
    throw new Error('not built yet');
  }

  /** Cents; 0 for an account that never had any. */
  async balanceOf(_manager: EntityManager, _accountId: string): Promise<number> {
    throw new Error('not built yet');
  }
}
