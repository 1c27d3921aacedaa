import type { FaultDice } from '../webhooks/fault-dice.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import type { ApiFault } from './api.js';
import type { Books } from './books.js';
import type { Checkouts } from './checkouts.js';
import { appealDispute, closeDispute, openDispute } from './disputes.js';
import type { Surroundings } from './events.js';
import { failRefund } from './refunds.js';
import { noSuch, StripeRefusal } from './stripe-refusal.js';

type Wanted = Record<string, unknown>;

const FARTHEST_SECONDS = 5 * 366 * 86_400;

/**
 * Control routes for tests: `/_sim/{clock,settle,dispute,refund,redeliver,faults,reset}`, each a POST with a JSON object.
 * - clock `{advance_seconds}` or `{offset_seconds}` · settle `{session, outcome?: succeeded | failed}`
 * - dispute `{charge | payment_intent | session, amount?, reason?}` opens one, `{dispute, outcome: won | lost | appealed}` decides it, or appeals
 *   against a lost one
 * - refund `{refund, outcome?: failed | canceled}` lets it fail · redeliver `{event}`, `{types}` or, for all events, `{}`
 * - faults `{duplicate, ...}` · reset `{}`
 */
export function controls(around: Surroundings, checkouts: Checkouts, sender: WebhookSender, dice: FaultDice<ApiFault>) {
  const { books, seconds } = around;
  const actions: Record<string, (wanted: Wanted) => object> = {
    clock: ({ advance_seconds: advance, offset_seconds: offset }) => {
      const target = typeof advance === 'number' ? books.offsetSeconds + advance : offset;
      if (!Number.isSafeInteger(target) || Math.abs(target as number) > FARTHEST_SECONDS)
        throw wrong('Send whole advance_seconds or offset_seconds, at most five years.');
      books.offsetSeconds = target as number;
      checkouts.runClockedWork();
      return { now: seconds(), offset_seconds: books.offsetSeconds };
    },
    settle: ({ session, outcome = 'succeeded' }) => {
      if (outcome !== 'succeeded' && outcome !== 'failed') throw wrong('outcome is succeeded or failed.');
      return checkouts.settle(String(session), outcome);
    },
    dispute: (wanted) => {
      if (wanted.dispute === undefined) {
        const { amount, reason } = wanted as { amount?: number; reason?: string };
        return openDispute(around, chargeOf(books, wanted), { amount, reason });
      }
      if (wanted.outcome === 'appealed') return appealDispute(around, String(wanted.dispute));
      if (wanted.outcome !== 'won' && wanted.outcome !== 'lost') throw wrong('outcome is won, lost or appealed.');
      return closeDispute(around, String(wanted.dispute), wanted.outcome);
    },
    refund: ({ refund, outcome = 'failed' }) => {
      if (outcome !== 'failed' && outcome !== 'canceled') throw wrong('outcome is failed or canceled.');
      return failRefund(around, String(refund), outcome);
    },
    redeliver: ({ event, types }) => {
      const wanted = [...books.events.values()].filter(
        ({ id, type }) =>
          (event === undefined || id === event) && (types === undefined || (types as string[]).includes(type)),
      );
      if (event !== undefined && wanted.length === 0) throw noSuch('event', String(event));
      for (const { id } of wanted) sender.enqueue(id);
      return { redelivered: wanted.length };
    },
    faults: (wanted) => {
      try {
        dice.set(wanted);
      } catch (error) {
        throw wrong((error as Error).message);
      }
      return dice.faults;
    },
    reset: () => {
      books.clear();
      books.offsetSeconds = 0;
      dice.reset();
      return { reset: true };
    },
  };
  return (name: string, body: string): object => {
    if (!Object.hasOwn(actions, name)) throw new StripeRefusal(404, refusal(`There is no control ${name}.`));
    return actions[name](jsonObject(body));
  };
}

const refusal = (message: string) => ({ type: 'invalid_request_error', message }) as const;
const wrong = (message: string) => new StripeRefusal(400, refusal(message));

function jsonObject(body: string): Wanted {
  try {
    const value: unknown = JSON.parse(body || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Wanted;
  } catch {
    // Answered below.
  }
  throw wrong('The body must be a JSON object.');
}

function chargeOf(books: Books, { charge, payment_intent: intent, session }: Wanted): string {
  if (charge !== undefined) return String(charge);
  const intentId = String(intent ?? books.sessions.get(String(session))?.payment_intent ?? '');
  const latest = books.paymentIntents.get(intentId)?.latest_charge;
  if (!latest) throw noSuch('charge', intentId);
  return latest as string;
}
