import { UsageError } from '@precis/events/operator/events-arguments';
import type { FindAccountResponse } from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { randomUUID } from 'node:crypto';
import { noteAction } from './note-action.js';
import { type CommandLine, done, type OperatorCommand, type Services } from './operator-command.js';
import { failureOutcome, persistently } from './unclear-end.js';

/** The destination of a refund, in words. */
const DESTINATIONS: Record<string, string> = { stripe: 'the card', wallet: 'the wallet' };

/** Refunds a payment to where it came from, once per refund id (PAY-22). */
export const REFUND: OperatorCommand = {
  name: 'refund',
  synopsis: 'EMAIL-OR-ACCOUNT PAYMENT [--amount DOLLARS] [--refund-id UUID]',
  summary: 'refunds a payment: to the card when it was paid by card, otherwise into the wallet',
  help: [
    'PAYMENT      id of a payment of the account: a yearly term, at most 30 days after it was paid',
    '--amount     in dollars, such as 12.50; default: all that is not refunded yet',
    '--refund-id  repeats an earlier command: the same id has one effect',
    'Name an erased account by its id. Nobody can spend its wallet: pay the customer in another way when the refund goes there.',
    'The value that the payment had bought goes back with the money, also where an upgrade took it as credit: terms become shorter, or end.',
  ],
  options: { amount: { type: 'string' }, 'refund-id': { type: 'string' } },
  isNoted: () => true,
  async run(line, context) {
    const { emailOrAccount, paymentId, amountCents, refundId } = parseRefund(line);
    const again = `To try again: add --refund-id ${refundId}`;
    try {
      const { auth, billing } = context.services();
      const { accountId, email } = await payer(auth, emailOrAccount);
      const isErased = email === '';
      const shown = isErased ? 'an erased account' : JSON.stringify(email);
      const detail = `${amountCents || 'all'} of ${paymentId}, ${refundId}`;
      await noteAction(context, 'payment-refund', detail, accountId);
      const refund = await persistently(() => billing.refundPayment({ refundId, paymentId, accountId, amountCents }));
      return done(
        `Refunded ${dollars(refund.refundedCents)} of payment ${paymentId} to ${DESTINATIONS[refund.destination]} of ${shown} (account ${accountId}).`,
        ...(isErased && refund.destination === 'wallet' ? ['Nobody can spend this wallet any more.'] : []),
        `Refund id ${refundId}: repeating the command with it has no second effect.`,
      );
    } catch (error) {
      return failureOutcome(error, `It may still have had its effect. ${again}`);
    }
  },
};

/**
 * Finds the account. Auth does not know an erased one, whose payments can still be refunded: its operator names it by its id, and gets no e-mail
 * here. A wrong id does no harm, because billing refuses a payment of another account.
 */
async function payer(auth: Services['auth'], emailOrAccount: string): Promise<FindAccountResponse> {
  try {
    return await persistently(() => auth.findAccount({ emailOrAccount }));
  } catch (error) {
    // Billing compares the ids as text.
    const accountId = emailOrAccount.trim().toLowerCase();
    if (error instanceof DomainError && error.code === 'account_not_found' && isUuid(accountId))
      return { accountId, email: '' };
    throw error;
  }
}

interface WantedRefund {
  emailOrAccount: string;
  paymentId: string;
  /** 0 = the whole remaining amount. */
  amountCents: number;
  refundId: string;
}

/** Parses the command line. Billing decides what can be refunded. Throws UsageError. */
export function parseRefund({ words, options }: CommandLine): WantedRefund {
  const [emailOrAccount, paymentId, ...rest] = words;
  if (!emailOrAccount || !paymentId || rest.length > 0) throw new UsageError('Two arguments are needed.');
  if (!isUuid(paymentId)) throw new UsageError('PAYMENT must be the UUID of a payment.');
  const refundId = (options['refund-id'] as string | undefined) ?? randomUUID();
  if (!isUuid(refundId)) throw new UsageError('The refund id must be a UUID.');
  const amountCents = options.amount === undefined ? 0 : centsOf(options.amount as string);
  return { emailOrAccount, paymentId, amountCents, refundId };
}

/** Exact, because it adds two whole numbers. */
function centsOf(amount: string): number {
  const [, whole, cents = '00'] = /^(\d{1,7})(?:\.(\d\d))?$/.exec(amount) ?? [];
  if (whole === undefined || Number(whole + cents) === 0)
    throw new UsageError('The amount must be dollars above zero, as 12 or 12.50.');
  return Number(whole + cents);
}

const dollars = (cents: number) => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
