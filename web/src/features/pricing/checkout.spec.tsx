import { screen, waitFor, within } from '@testing-library/react';
import { answers, info, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const durations = [
  { key: 'monthly', price: 9 },
  { key: '6months', price: 8 },
  { key: 'yearly', price: 7.5 },
];
const basic = { key: 'basic', name: 'Basic', features: [], price: 9, durations, videos_per_month: 1500 };
const free = { key: 'free', name: 'Free', features: [], price: 0, durations: [], videos_per_month: 3 };
const quote = {
  success: true,
  quote_id: 'q1',
  kind: 'new',
  lines: [{ kind: 'plan', label: 'Basic, 12 months', amount: 90 }],
  total: 90,
  credit: 0,
  due: 90,
  starts_at: 1_795_000_000,
  ends_at: 1_826_000_000,
  expires_at: 1_795_001_800,
  wallet_balance: 12.5,
};
const FREE = { plan: 'free', isActive: true, remainingDays: null, videoLimit: 3, endDate: null };
const open = async (given: object = quote, subscription: object = FREE) => {
  answers('GET /api/subscription/plans', { success: true, plans: [free, basic] });
  answers('GET /api/subscription/my-plan', { success: true, subscription });
  answers('POST /api/payment/quote', { ...given });
  return openPage('/pricing?plan=basic', { signedIn: true });
};
const summary = async () => within(await screen.findByRole('region', { name: 'Order summary' }));

describe('the prices on /pricing', () => {
  it('are those of a month at the chosen period, and each plan says its videos (PAY-2, WEB-18)', async () => {
    const { user } = await open();
    const card = await screen.findByRole('article', { name: 'Basic' });
    expect(card.textContent).toContain('$7.50 per month');
    expect(card.textContent).toContain('1,500 videos a month');
    await user.click(screen.getByRole('radio', { name: /^6 months/ }));
    expect(card.textContent).toContain('$8 per month');
    await waitFor(() =>
      expect(received['POST /api/payment/quote'].at(-1)).toMatchObject({ plan: 'basic', duration: '6months' }),
    );
  });

  it('have a tab for each period that is offered, shortest first (WEB-18)', async () => {
    await open();
    const tabs = await screen.findAllByRole('radio', { name: /[Mm]onth|Year/ });
    expect(tabs.map((tab) => tab.closest('label')?.textContent)).toEqual([
      'Monthly',
      expect.stringMatching(/^6 months/),
      expect.stringMatching(/^Yearly/),
    ]);
  });
});

describe('the order summary of a visitor', () => {
  it('has the price of a month times the months, and no checkout (PAY-24, WEB-18)', async () => {
    answers('GET /api/subscription/plans', { success: true, plans: [free, basic] });
    await openPage('/pricing?plan=basic');
    const shown = await summary();
    expect(shown.getByText('Basic, Yearly').nextElementSibling?.textContent).toBe('$90.00');
    expect(shown.getByRole('link', { name: 'Sign Up to Continue' }).getAttribute('href')).toBe('/register');
    expect(shown.queryByRole('button')).toBeNull();
    expect(shown.queryByRole('radio')).toBeNull();
  });
});

describe('the choice at the foot of a narrow page', () => {
  const bar = async () => within(await screen.findByRole('region', { name: 'Your choice' }));

  it('is there once a plan is chosen: plan, period and what is due, and leads to the order summary (WEB-44)', async () => {
    const lines = [...quote.lines, { kind: 'credit', label: 'Credit for unused time', amount: -40 }];
    const { user } = await open({ ...quote, lines, credit: 40, due: 50 });
    Element.prototype.scrollIntoView = () => undefined;
    const shown = await bar();
    expect(shown.getByText('Basic, Yearly')).toBeTruthy();
    expect(await shown.findByText('$50.00')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Continue' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Order summary' }));
  });

  it('has no amount while the price of another period is worked out (WEB-44)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const { user } = await open();
    const shown = await bar();
    await shown.findByText('$90.00');
    answers('POST /api/payment/quote', async () => {
      await held;
      return { ...quote, due: 48 };
    });
    await user.click(screen.getByRole('radio', { name: /^6 months/ }));
    expect(await shown.findByText('–')).toBeTruthy();
    expect(shown.getByText('Basic, 6 months')).toBeTruthy();
    release();
    expect(await shown.findByText('$48.00')).toBeTruthy();
  });

  it("of a visitor has the plan's price, and is not there before a plan is chosen (WEB-44)", async () => {
    answers('GET /api/subscription/plans', { success: true, plans: [free, basic] });
    const { user } = await openPage('/pricing');
    const choose = await screen.findByRole('button', { name: 'Choose Basic' });
    expect(screen.queryByRole('region', { name: 'Your choice' })).toBeNull();
    await user.click(choose);
    expect((await bar()).getByText('$90.00')).toBeTruthy();
  });
});

describe('the order summary', () => {
  it('has the total, the credit line and what is due today, and says that nothing renews (PAY-15, PAY-4)', async () => {
    const lines = [...quote.lines, { kind: 'credit', label: 'Credit for unused time', amount: -40 }];
    await open({ ...quote, lines, total: 90, credit: 40, due: 50 });
    const shown = await summary();
    expect((await shown.findByText('Credit for unused time')).nextElementSibling?.textContent).toBe('-$40.00');
    expect(shown.getByText('Total').nextElementSibling?.textContent).toBe('$90.00');
    expect(shown.getByText('Due today').nextElementSibling?.textContent).toBe('$50.00');
    expect(shown.getByText(/You pay once\. The plan does not renew automatically\.$/)).toBeTruthy();
  });

  it('asks for no payment where credit covers everything: Start the plan (PAY-35)', async () => {
    await open({ ...quote, credit: 90, due: 0 });
    expect(await (await summary()).findByRole('button', { name: 'Start the plan' })).toBeTruthy();
  });

  it('offers credit card, crypto and the wallet with its balance (WEB-18)', async () => {
    await open();
    const shown = await summary();
    await shown.findByText('$12.50');
    const methods = shown.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(methods).toEqual(['Credit card', 'Crypto', 'Wallet$12.50']);
  });

  it('offers no method that the deployment lacks, and none where there is none (WEB-32)', async () => {
    answers('GET /api/info', { ...info, payment_methods: ['wallet'] });
    const first = await open();
    await (await summary()).findByText('Wallet');
    expect((await summary()).getAllByRole('radio')).toHaveLength(1);
    first.unmount();
    answers('GET /api/info', { ...info, payment_methods: [] });
    await open();
    expect(await (await summary()).findByText('Payments are not available at the moment.')).toBeTruthy();
    expect((await summary()).queryByRole('radio')).toBeNull();
  });

  it('sends the referral code that was typed (REF-3)', async () => {
    const { user } = await open();
    answers('POST /api/payment/create-session', { status: 500 });
    await user.type(await screen.findByLabelText('Referral code (optional)'), ' MARA ');
    await user.click(await screen.findByRole('button', { name: 'Pay $90.00' }));
    await waitFor(() =>
      expect(received['POST /api/payment/create-session']).toEqual([
        expect.objectContaining({ referral_code: 'MARA' }),
      ]),
    );
  });

  it("shows the server's detail when the payment cannot be started (API-11, WEB-31)", async () => {
    const { user } = await open();
    const detail = 'A payment of yours is being confirmed.';
    answers('POST /api/payment/create-session', { status: 409, error: 'Conflict', detail, code: 'payment_processing' });
    await user.click(await screen.findByRole('button', { name: 'Pay $90.00' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByText('Conflict')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Pay $90.00' })).toHaveProperty('disabled', false);
  });
});

describe('an expired plan', () => {
  it('without a date has a banner too (WEB-19)', async () => {
    await open(quote, { plan: 'basic', isActive: false, remainingDays: 0, videoLimit: 3, endDate: null });
    expect(await screen.findByText('Your Basic plan has expired.')).toBeTruthy();
  });
});
