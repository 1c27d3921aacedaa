import { Payment, type PaymentStatus } from './payment.entity.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const FULFILLED: PaymentStatus[] = ['completed', 'refunded', 'disputed'];
const ALL: PaymentStatus[] = ['created', 'pending', 'processing', 'failed', 'expired', ...FULFILLED];

function paymentThat(status: PaymentStatus): Payment {
  return Object.assign(new Payment(), {
    status,
    amountCents: 900,
    refundedCents: 0,
    failedRefundCents: 0,
    lostCents: 0,
    disputes: status === 'disputed' ? { dp_1: 'open' } : {},
    completedAt: FULFILLED.includes(status) ? NOW : null,
  });
}

const checkout = { reference: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: NOW };
const STEPS: [name: string, step: (payment: Payment) => void, result: PaymentStatus, from: PaymentStatus[]][] = [
  ['is opened', (payment) => payment.open(checkout), 'pending', ['created']],
  ['is processed', (payment) => payment.process(), 'processing', ['created', 'pending']],
  [
    'is completed',
    (payment) => payment.complete(NOW, 'term', '2026-000001'),
    'completed',
    ['created', 'pending', 'processing', 'failed', 'expired'],
  ],
  ['fails', (payment) => payment.end('failed'), 'failed', ['created', 'pending', 'processing']],
  ['expires', (payment) => payment.end('expired'), 'expired', ['created', 'pending', 'processing']],
  ['is refunded whole', (payment) => payment.refund(900), 'refunded', FULFILLED],
  ['is disputed', (payment) => payment.dispute('dp_2'), 'disputed', ['completed', 'disputed']],
  ['wins its dispute', (payment) => payment.closeDispute('dp_1', 'won', 900), 'completed', ['disputed']],
  ['loses its dispute', (payment) => payment.closeDispute('dp_1', 'lost', 900), 'refunded', ['disputed']],
];

describe('a payment', () => {
  const cases = STEPS.flatMap(([name, step, result, from]) =>
    ALL.map((status) => ({ name, step, status, result: from.includes(status) ? result : undefined })),
  ).filter(({ name, status }) => !(name === 'is disputed' && status === 'refunded'));

  it.each(cases)('that is $status and $name: $result', ({ step, status, result }) => {
    const payment = paymentThat(status);
    const before = { ...payment };
    if (result) {
      step(payment);
      expect(payment.status).toBe(result);
    } else {
      expect(() => step(payment)).toThrow();
      expect({ ...payment }).toEqual(before);
    }
  });

  it('that is refunded stays so after a dispute with any outcome', () => {
    for (const state of ['won', 'lost'] as const) {
      const payment = paymentThat('refunded');
      payment.dispute('dp_1');
      payment.closeDispute('dp_1', state, 900);
      expect(payment.status).toBe('refunded');
    }
  });

  it('that was lost to a dispute is completed again when an appeal is won, unless something else ended it too', () => {
    const lost = () => {
      const payment = paymentThat('completed');
      payment.dispute('dp_1');
      payment.closeDispute('dp_1', 'lost', 900);
      return payment;
    };
    const won = lost();
    won.closeDispute('dp_1', 'won', 900);
    expect(won).toMatchObject({ status: 'completed', lostCents: 0, disputes: { dp_1: 'won' } });
    expect(() => won.closeDispute('dp_1', 'lost', 900)).toThrow();

    const givenBack = lost();
    givenBack.refund(900);
    givenBack.closeDispute('dp_1', 'won', 900);
    expect(givenBack).toMatchObject({ status: 'refunded', lostCents: 0 });

    const disputed = lost();
    disputed.dispute('dp_2');
    disputed.closeDispute('dp_1', 'won', 900);
    expect(disputed.status).toBe('disputed');
    expect(() => lost().closeDispute('dp_1', 'lost', 900)).toThrow();
  });

  it('that was refunded is completed again when its refund fails, unless something else ended it too', () => {
    const payment = paymentThat('completed');
    payment.refund(900);
    payment.refundsFailed(300);
    expect(payment).toMatchObject({ status: 'completed', refundedCents: 300, failedRefundCents: 600 });
    for (const total of [300, 301, -1]) expect(() => payment.refundsFailed(total)).toThrow();
    payment.refund(900);
    payment.dispute('dp_1');
    payment.refundsFailed(200);
    expect(payment.status).toBe('disputed');
    payment.closeDispute('dp_1', 'lost', 900);
    expect(payment).toMatchObject({ status: 'refunded', failedRefundCents: 1_300 });
  });

  it('stays completed while a part can still be refunded, and its refunds never shrink or exceed the amount', () => {
    const payment = paymentThat('completed');
    payment.refund(300);
    expect(payment).toMatchObject({ status: 'completed', refundedCents: 300 });
    expect(() => payment.refund(300)).toThrow();
    expect(() => payment.refund(299)).toThrow();
    expect(() => payment.refund(901)).toThrow();
    expect(payment.refundedCents).toBe(300);
  });

  it('loses all of its money to a lost dispute of any amount, none to an open one, and each refund', () => {
    const payment = paymentThat('completed');
    const takenBack = [payment.takenBackCents];
    payment.refund(300);
    takenBack.push(payment.takenBackCents);
    payment.dispute('dp_1');
    takenBack.push(payment.takenBackCents);
    payment.closeDispute('dp_1', 'lost', 600);
    takenBack.push(payment.takenBackCents);
    payment.closeDispute('dp_1', 'won', 600);
    expect([...takenBack, payment.takenBackCents]).toEqual([0, 300, 300, 900, 300]);
  });

  it('is disputed until the last of its disputes is won', () => {
    const payment = paymentThat('disputed');
    payment.dispute('dp_2');
    payment.closeDispute('dp_1', 'won', 900);
    expect(payment.status).toBe('disputed');
    payment.closeDispute('dp_2', 'won', 900);
    expect(payment).toMatchObject({ status: 'completed', disputes: { dp_1: 'won', dp_2: 'won' }, lostCents: 0 });
    expect(() => payment.dispute('dp_1')).toThrow();
  });

  it('keeps its checkout, its term and its receipt', () => {
    const payment = paymentThat('created');
    payment.open(checkout);
    payment.complete(NOW, 'term', '2026-000007');
    expect(payment).toMatchObject({ ...checkout, termId: 'term', receiptNumber: '2026-000007', completedAt: NOW });
    expect(() => payment.complete(NOW, 'other', '2026-000008')).toThrow('once');
  });
});
