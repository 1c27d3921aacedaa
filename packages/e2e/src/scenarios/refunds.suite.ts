import { randomUUID } from 'node:crypto';
import { type Account, register } from '../deployment/accounts.js';
import { buyTerm } from '../deployment/checkout.js';
import { databaseRows } from '../deployment/database-rows.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Distributed } from '../deployment/distributed.js';
import { runCommand } from '../deployment/run-command.js';
import type { Payers } from './payers.js';

const YEARLY = { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' };
const MONTH_SECONDS = 30 * 86_400;
const MINUTE_SECONDS = 60;
/** Longer than buying the terms to be refunded takes. */
const MARGIN_SECONDS = 5 * MINUTE_SECONDS;

/** How a deployment moves to this many seconds after its payments. */
export interface DaysLater {
  /** `paymentIds` and `quoteIds` are those that the test checks. */
  pass(seconds: number, paymentIds: string[], quoteIds?: string[]): Promise<void>;
  /** Returns to the present. */
  undo(): Promise<void>;
}

/** Moves the clock of every service of a sandbox. */
export function sandboxDays(using: () => Deployment): DaysLater {
  const move = async (offset_seconds: number) => {
    const answer = await using().call('POST', '/sandbox/clock', { body: { offset_seconds } });
    if (answer.status !== 200) throw new Error(`the clock answered ${answer.status}: ${answer.text}`);
  };
  return { pass: move, undo: () => move(0) };
}

/** Separate processes use the machine's clock, so the payments and quotes are moved instead. */
export function earlierPayments(using: () => Distributed): DaysLater {
  const earlier = (time: string) => `${time} = ${time} - make_interval(secs => $1)`;
  return {
    pass: async (seconds, paymentIds, quoteIds = []) => {
      const { billing } = using().databaseUrls;
      const payments = `UPDATE payments SET ${earlier('completed_at')} WHERE id = ANY ($2)`;
      const quotes = `UPDATE quotes SET ${earlier('created_at')}, ${earlier('expires_at')} WHERE id = ANY ($2)`;
      await databaseRows(billing, payments, [seconds, paymentIds]);
      await databaseRows(billing, quotes, [seconds, quoteIds]);
    },
    undo: async () => undefined,
  };
}

/** Refunds by the operator's program (PAY-22, PAY-27). */
export function refundJourneys(using: () => Deployment, payers: Payers, daysLater: DaysLater): void {
  describe('given back', () => {
    afterEach(() => daysLater.undo());

    const refund = ({ email }: Account, paymentId: string, ...more: string[]) => {
      const words = ['refund', email, paymentId, ...more, '--operator', 'e2e', '--reason', 'a test'];
      return runCommand('packages/operator/dist/main.js', using().operator, words);
    };
    /** A session that the moved clock did not end. */
    const backAgain = async (account: Account): Promise<Account> => {
      const { email, password } = account;
      const answer = await using().call('POST', '/api/auth/login', { body: { email, password } });
      expect(answer.status).toBe(200);
      return { ...account, token: answer.body.token as string };
    };

    it('a yearly term on its 30th day: card, crypto and wallet each their way, once, the commission with it', async () => {
      let [ann, dan] = [await register(using()), await register(using())];
      let ben = await payers.referredBy(ann);
      const byCard = (await buyTerm(using(), ben, YEARLY)).id as string;
      const byCrypto = (await buyTerm(using(), dan, { ...YEARLY, paymentMethod: 'crypto' })).id as string;
      await payers.untilWallet(ann, 12.6);
      await daysLater.pass(MONTH_SECONDS - MARGIN_SECONDS, [byCard, byCrypto]);
      [ann, ben, dan] = [await backAgain(ann), await backAgain(ben), await backAgain(dan)];

      const again = ['--refund-id', randomUUID()];
      expect(await refund(ben, byCard, ...again)).toContain('Refunded $84.00');
      expect(await refund(ben, byCard, ...again)).toContain('to the card');
      expect(await payers.historyOf(ben)).toMatchObject([{ id: byCard, status: 'refunded', refunded: 84 }]);
      expect((await payers.planOf(ben)).videoLimit).toBe(3);
      expect((await payers.as(ben, 'GET', `/api/payment/receipt/${byCard}`)).text).toMatch(
        /Refunded<\/th><td>\$84\.00</,
      );
      expect((await payers.statementOf(ben)).entries).toEqual([]);
      await payers.untilWallet(ann, 0);
      expect((await payers.untilCommission(ann, 'reversed')).amount_earned).toBe(12.6);
      await expect(refund(ben, byCard)).rejects.toThrow('refund_nothing_left');

      expect(await refund(dan, byCrypto)).toContain('to the wallet');
      await payers.untilWallet(dan, 84);
      const wish = { ...YEARLY, paymentMethod: 'wallet' };
      expect((await payers.as(dan, 'POST', '/api/payment/create-session', wish)).status).toBe(200);
      const [{ id: byWallet }] = await payers.historyOf(dan);
      expect(await refund(dan, byWallet as string)).toContain('to the wallet');
      const { entries } = await payers.untilWallet(dan, 84);
      expect(entries.map(({ reason }: { reason: string }) => reason)).toEqual(['refund', 'payment', 'refund']);
    });

    it('nothing of it on its 31st day, nor of a monthly term on its first', async () => {
      let ann = await register(using());
      const ben = await register(using());
      const monthly = (await buyTerm(using(), ben, { ...YEARLY, duration: 'monthly' })).id as string;
      await expect(refund(ben, monthly)).rejects.toThrow('refund_not_yearly');
      expect((await payers.planOf(ben)).plan).toBe('basic');

      const yearly = (await buyTerm(using(), ann, YEARLY)).id as string;
      await daysLater.pass(MONTH_SECONDS + MINUTE_SECONDS, [yearly]);
      ann = await backAgain(ann);
      await expect(refund(ann, yearly)).rejects.toThrow('refund_too_late');
      expect(await payers.planOf(ann)).toMatchObject({ plan: 'basic', isActive: true });
      expect(await payers.historyOf(ann)).toMatchObject([{ id: yearly, status: 'completed', refunded: 0 }]);
    });
  });
}
