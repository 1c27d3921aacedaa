import { shownCommission } from './shown-commission.rule.js';

describe('a commission as its referrer sees it (REF-16)', () => {
  it.each([
    ['pending', 150, { status: 'pending', amountCents: 150 }],
    ['approved', 150, { status: 'pending', amountCents: 150 }],
    ['completed', 150, { status: 'completed', amountCents: 150 }],
    ['completed', 90, { status: 'completed', amountCents: 90 }],
    ['reversed', 0, { status: 'reversed', amountCents: 150 }],
    ['failed', 0, { status: 'failed', amountCents: 150 }],
  ] as const)('%s with %d cents left', (status, owedCents, shown) => {
    expect(shownCommission({ status, amountCents: 150, owedCents })).toEqual(shown);
  });
});
