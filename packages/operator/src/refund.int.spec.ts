import { AuthServiceService, type NoteOperatorActionRequest } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { EXIT } from './operator-command.js';
import { runOperator } from './operator.js';
import { StandInServer } from './testing/stand-in-server.js';

const [ACCOUNT, PAYMENT] = [randomUUID(), randomUUID()];
let auth: StandInServer;
let billing: StandInServer;
let refusal: DomainError | undefined;
let unknown: DomainError | undefined;
let destination: string;
/** Notes and refunds, over both services, in order. */
let order: string[];

beforeEach(async () => {
  refusal = undefined;
  unknown = undefined;
  destination = 'stripe';
  order = [];
  auth = await StandInServer.start(AuthServiceService, {
    findAccount: async () => {
      if (unknown) throw unknown;
      return { accountId: ACCOUNT, email: 'ada@example.org' };
    },
    noteOperatorAction: async ({ kind }: NoteOperatorActionRequest) => {
      order.push(kind);
      return {};
    },
  });
  billing = await StandInServer.start(BillingServiceService, {
    refundPayment: async () => {
      order.push('refund');
      if (refusal) throw refusal;
      return { refundedCents: 8_405, destination, accountId: ACCOUNT };
    },
  });
});
afterEach(async () => {
  await auth.close();
  await billing.close();
});

async function refund(...args: string[]): Promise<{ exitCode: number; said: string }> {
  const by = ['--operator', 'grace', '--reason', 'ticket 7'];
  const { exitCode, lines } = await runOperator(['refund', ...args, ...by], {
    AUTH_ADDRESS: auth.address,
    BILLING_ADDRESS: billing.address,
    OPERATOR_SECRET: 'the-secret-of-operators',
  });
  return { exitCode, said: lines.join('\n') };
}

describe('refund', () => {
  it('refunds a payment of the account after its note, under one id when the answer is lost', async () => {
    billing.repliesToCut.refundPayment = 1;
    const refundId = randomUUID();
    const { exitCode, said } = await refund('ada@example.org', PAYMENT, '--amount', '84.05', '--refund-id', refundId);
    expect(said).toContain(
      `Refunded $84.05 of payment ${PAYMENT} to the card of "ada@example.org" (account ${ACCOUNT}).`,
    );
    expect(exitCode).toBe(EXIT.done);
    expect(order).toEqual(['payment-refund', 'refund', 'refund']);
    const wanted = { refundId, paymentId: PAYMENT, accountId: ACCOUNT, amountCents: 8_405 };
    expect(billing.calls.map(({ request }) => request)).toEqual([wanted, wanted]);
    const operator = { name: 'grace', reason: `ticket 7 [8405 of ${PAYMENT}, ${refundId}]` };
    expect(auth.calls.at(-1)!.request).toEqual({ accountId: ACCOUNT, kind: 'payment-refund', operator });
  });

  it('requests the whole rest when no amount is given, and reports why it was refused', async () => {
    refusal = new DomainError('conflict', 'refund_too_late', 'A yearly term can be refunded within 30 days.');
    const { exitCode, said } = await refund('ada@example.org', PAYMENT);
    expect(exitCode).toBe(EXIT.refused);
    expect(said).toContain('(refund_too_late)');
    expect(billing.calls.at(-1)!.request).toMatchObject({ paymentId: PAYMENT, amountCents: 0 });
  });

  it('refunds a payment of an erased account, which its id names and auth does not know, after its note (PAY-22)', async () => {
    unknown = new DomainError('not_found', 'account_not_found', 'No such account.');
    const { exitCode, said } = await refund(ACCOUNT.toUpperCase(), PAYMENT);
    expect(said).toContain(`to the card of an erased account (account ${ACCOUNT}).`);
    expect(said).not.toContain('wallet');
    expect([exitCode, order]).toEqual([EXIT.done, ['payment-refund', 'refund']]);
    expect(billing.calls[0].request).toMatchObject({ accountId: ACCOUNT, paymentId: PAYMENT });
    expect(auth.calls.at(-1)!.request).toMatchObject({ accountId: ACCOUNT, kind: 'payment-refund' });
  });

  it('says that nobody can spend the wallet of an erased account (PAY-22)', async () => {
    unknown = new DomainError('not_found', 'account_not_found', 'No such account.');
    destination = 'wallet';
    expect((await refund(ACCOUNT, PAYMENT)).said).toContain('Nobody can spend this wallet any more.');
  });

  it.each([
    ['an e-mail', 'ada@example.org', () => new DomainError('not_found', 'account_not_found', 'No such account.')],
    ['an id, when auth refuses', ACCOUNT, () => new DomainError('forbidden', 'account_closed', 'Not for you.')],
  ])('refunds nothing when auth finds no account by %s', async (_, account, error) => {
    unknown = error();
    const { exitCode, said } = await refund(account, PAYMENT);
    expect(exitCode).not.toBe(EXIT.done);
    expect(said).toContain('Not done');
    expect([order, billing.calls]).toEqual([[], []]);
  });

  it('does nothing while the audit log does not accept the note', async () => {
    auth.repliesToCut.noteOperatorAction = 100;
    expect((await refund('ada@example.org', PAYMENT)).said).toContain('so nothing was tried');
    expect(billing.calls).toEqual([]);
  });

  it.each([
    [['ada@example.org'], 'Two arguments'],
    [['ada@example.org', 'seven'], 'PAYMENT must be the UUID'],
    [['ada@example.org', PAYMENT, '--amount', '1.5'], 'dollars above zero'],
    [['ada@example.org', PAYMENT, '--amount', '0.00'], 'dollars above zero'],
    [['ada@example.org', PAYMENT, '--refund-id', 'seven'], 'must be a UUID'],
  ])('refuses %j with its usage text, and calls no service', async (args, complaint) => {
    const { exitCode, said } = await refund(...args);
    expect(exitCode).toBe(EXIT.usage);
    expect(said).toContain(complaint);
    expect([...auth.calls, ...billing.calls]).toEqual([]);
  });
});
