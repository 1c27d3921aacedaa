import { randomUUID } from 'node:crypto';
import type { Sighting } from '../payments/payment-provider.js';
import type { ModelPayment } from './money-model.js';
import { seen } from './scripted-provider.js';

/** The provider's state of a checkout, with its single refunds. `id`: of refunds that we asked for. */
export interface Truth extends Sighting {
  given: { id?: string; cents: number; hasFailed: boolean }[];
}

export function newTruth(): Truth {
  return { ...seen('open'), given: [] };
}

/** Lets a refund succeed. */
export function give(truth: Truth, cents: number, id?: string): void {
  truth.given.push({ id, cents, hasFailed: false });
  count(truth);
}

function count(truth: Truth): void {
  const failed = truth.given.filter(({ hasFailed }) => hasFailed);
  const sumOf = (all: Truth['given']) => all.reduce((sum, { cents }) => sum + cents, 0);
  const idsOf = (all: Truth['given']) => all.flatMap(({ id }) => id ?? []);
  truth.refundedCents = sumOf(truth.given) - sumOf(failed);
  truth.refunds = {
    standingCents: truth.refundedCents,
    failedCents: sumOf(failed),
    knownIds: idsOf(truth.given),
    failedIds: idsOf(failed),
  };
}

/** The part of its money that stays with us in the end. */
export function keptCents({ state, paidCents, refundedCents, disputes = [] }: Truth): number {
  if (state !== 'paid' && state !== 'expired') return 0;
  const taken = disputes.filter((dispute) => dispute.state !== 'won');
  return taken.reduce((cents, { amountCents }) => cents - amountCents, paidCents - refundedCents);
}

/** An action of a payer, a bank, or a person at the provider's dashboard on one payment. `isHeard`: a webhook of it arrives. */
export type Happening =
  | { do: 'pay'; which: number; percent: number; isHeard: boolean }
  | { do: 'confirm' | 'fail' | 'expire'; which: number }
  | { do: 'give-back' | 'refund-fails'; which: number; tenths: number }
  | { do: 'dispute' | 'dispute-again' | 'won' | 'lost'; which: number; tenths: number; isHeard: boolean };

/** Whether the action is possible in this state of the provider. */
export function isPossible({ do: what }: Happening, { method, term }: ModelPayment, truth?: Truth): boolean {
  if (!truth) return false;
  if (what === 'pay') return method === 'crypto' || truth.state === 'open' || truth.state === 'processing';
  if (what === 'confirm' || what === 'expire') return truth.state === 'open' && truth.paidCents === 0;
  if (what === 'fail') return truth.state === 'processing';
  if (method !== 'stripe' || !term) return false;
  if (what === 'refund-fails') return truth.given.some(({ hasFailed }) => !hasFailed);
  const newest = truth.disputes?.at(-1)?.state;
  if (what === 'lost' || what === 'dispute-again') return newest === 'open';
  // Also on appeal.
  if (what === 'won') return newest === 'open' || newest === 'lost';
  return newest === undefined || newest === 'won';
}

/** The action that must precede it when no payment allows it, so that few steps are in vain. */
export function beforeIt(step: Happening): Happening | undefined {
  if (step.do === 'won' || step.do === 'lost' || step.do === 'dispute-again') return { ...step, do: 'dispute' };
  if (step.do === 'refund-fails') return { ...step, do: 'give-back' };
  return step.do === 'fail' ? { ...step, do: 'confirm' } : undefined;
}

/** Changes the provider's state. */
export function happen(truth: Truth, { amountCents, method }: ModelPayment, step: Happening): void {
  const leftCents = amountCents - truth.refundedCents;
  switch (step.do) {
    case 'pay':
      return pay(truth, amountCents, method === 'stripe' ? 100 : step.percent);
    case 'confirm':
      truth.state = 'processing';
      return;
    case 'fail':
      truth.state = 'failed';
      return;
    case 'expire':
      truth.state = 'expired';
      return;
    case 'give-back':
      if (leftCents > 0) give(truth, Math.ceil((leftCents * step.tenths) / 10));
      return;
    case 'refund-fails':
      truth.given.findLast(({ hasFailed }) => !hasFailed)!.hasFailed = true;
      return count(truth);
    case 'dispute':
    case 'dispute-again':
      // Won, and another one begins before anybody reads that.
      if (step.do === 'dispute-again') truth.disputes!.at(-1)!.state = 'won';
      if (leftCents > 0)
        (truth.disputes ??= []).push({
          id: randomUUID(),
          state: 'open',
          amountCents: Math.ceil((leftCents * step.tenths) / 10),
        });
      return;
    case 'won':
    case 'lost':
      truth.disputes!.at(-1)!.state = step.do;
  }
}

function pay(truth: Truth, amountCents: number, percent: number): void {
  // Money that waits for confirmation is there as a whole; a card pays the amount due.
  const share = truth.state === 'processing' ? Math.max(100, percent) : percent;
  truth.paidCents += Math.floor((amountCents * share) / 100);
  const isEnough = truth.paidCents >= amountCents;
  truth.partial = truth.paidCents > 0 && !isEnough;
  if (truth.state === 'failed') truth.state = 'expired';
  else if (truth.state !== 'expired' && isEnough) truth.state = 'paid';
}
