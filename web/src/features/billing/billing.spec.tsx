import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { checkSession } from '../../app/check-session';
import { Root } from '../../app/root';
import { makeStore } from '../../app/store';
import { keepSessionToken, sessionToken } from '../../lib/session-token';
import { answers, gateway, received } from '../../testing/gateway';
import { freshToken } from '../../testing/open-page';
import { BillingSection } from './billing-section';

const PLAN = 'GET /api/subscription/my-plan';
const CANCEL = 'POST /api/subscription/cancel';
const PAYMENTS = 'GET /api/payment/history';
const STATEMENT = 'GET /api/wallet/statement';
const basic = { plan: 'basic', isActive: true, remainingDays: 12, videoLimit: 100, endDate: 1_795_996_800 };
const paid = (id: string, receipt: string | null = null) => ({
  id,
  status: 'completed',
  plan: 'basic',
  payment_method: 'stripe',
  amount: 84,
  created_at: 1_795_000_000,
  receipt_number: receipt,
});
const entry = (sequence: number, reason: string, amount: number, balance: number) => ({
  sequence,
  reason,
  amount,
  balance,
  created_at: 1_795_000_000,
  reference: 'p1',
});

interface World {
  subscription?: object;
  payments?: object[];
  entries?: object[];
}

const open = async ({ subscription = basic, payments = [], entries = [] }: World = {}) => {
  answers(PLAN, { success: true, subscription });
  if (!received[PAYMENTS]) answers(PAYMENTS, { success: true, history: payments, next: null });
  if (!received[STATEMENT]) answers(STATEMENT, { success: true, wallet_balance: 0, entries, next: null });
  keepSessionToken(freshToken());
  const store = makeStore();
  await checkSession(store);
  const router = createMemoryRouter([{ path: '*', element: <BillingSection /> }]);
  render(
    <Root store={store}>
      <RouterProvider router={router} />
    </Root>,
  );
  return { user: userEvent.setup(), store };
};
const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));

describe('the Billing section', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    delete received[PAYMENTS];
    delete received[STATEMENT];
  });

  it('extends the running plan through /pricing, and renews an expired one there (WEB-23, PAY-13)', async () => {
    await open();
    expect((await screen.findByRole('link', { name: 'Extend' })).getAttribute('href')).toBe(
      '/pricing?plan=basic&extend=1',
    );
    expect(screen.getByText('Basic, until 30 Nov 2026')).toBeTruthy();
  });

  it('an expired plan can be renewed and neither extended nor cancelled (WEB-23)', async () => {
    await open({ subscription: { ...basic, isActive: false, remainingDays: 0 } });
    expect((await screen.findByRole('link', { name: 'Renew Plan' })).getAttribute('href')).toBe('/pricing?plan=basic');
    expect(screen.queryByRole('link', { name: 'Extend' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });

  it.each([
    ['Subscription will remain active until 30 Nov 2026', 'Subscription will remain active until 30 Nov 2026'],
    ['', 'Subscription canceled successfully'],
  ])('cancels after a question and shows what the server says: "%s" (WEB-23, WEB-37)', async (message, toast) => {
    answers(CANCEL, { success: true, message });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/stays active until 30 Nov 2026/)).toBeTruthy();
    expect(received[CANCEL]).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText(toast)).toBeTruthy();
    expect(received[CANCEL]).toHaveLength(1);
  });

  it('reports each part that could not be loaded separately (WEB-34)', async () => {
    answers(PAYMENTS, { status: 500 }, { success: true, history: [paid('p1')], next: null });
    answers(STATEMENT, { status: 500 });
    const { user } = await open();
    expect(await screen.findByText('Failed to load the wallet statement')).toBeTruthy();
    const history = within(screen.getByRole('region', { name: 'Payment history' }));
    expect(await history.findByText('Failed to load payment history')).toBeTruthy();
    await user.click(history.getByRole('button', { name: 'Try again' }));
    expect(await history.findByText('$84.00')).toBeTruthy();
  });

  it('shows older payments on demand, also after a page that failed (WEB-23)', async () => {
    const asked: (string | null)[] = [];
    const older = { success: true, history: [{ ...paid('p1'), plan: 'medium', status: 'refunded' }], next: null };
    let hasFailed = false;
    answers(PAYMENTS, (_body, url) => {
      const after = url.searchParams.get('after');
      asked.push(after);
      if (after === null) return { success: true, history: [paid('p2')], next: 'p2' };
      if (hasFailed) return older;
      hasFailed = true;
      return { status: 503 };
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Failed to load payment history')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Refunded')).toBeTruthy();
    expect(rowsOf(screen.getByRole('region', { name: 'Payment history' }))).toEqual([
      ['18 Nov 2026', 'Basic', 'Credit card', '$84.00', 'Completed', '–'],
      ['18 Nov 2026', 'Medium', 'Credit card', '$84.00', 'Refunded', '–'],
    ]);
    expect(asked).toEqual([null, 'p2', 'p2']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('the wallet statement has reason, amount and balance of each entry, and older ones on demand (PAY-53)', async () => {
    answers(STATEMENT, (_body, url) => {
      const isFirst = url.searchParams.get('before') === null;
      const entries = isFirst ? [entry(2, 'payment', -9, 3.6)] : [entry(1, 'commission', 12.6, 12.6)];
      return { success: true, wallet_balance: 3.6, entries, next: isFirst ? 2 : null };
    });
    const { user } = await open();
    await user.dblClick(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Referral commission')).toBeTruthy();
    expect(rowsOf(screen.getByRole('region', { name: 'Wallet statement' }))).toEqual([
      ['18 Nov 2026', 'Payment', '-$9.00', '$3.60'],
      ['18 Nov 2026', 'Referral commission', '$12.60', '$12.60'],
    ]);
  });

  it('says that there are no payments and nothing in the wallet (WEB-23)', async () => {
    await open();
    expect(await screen.findByText('No payments yet')).toBeTruthy();
    expect(await screen.findByText('Nothing in the wallet yet')).toBeTruthy();
  });
});

describe('a receipt, and the table', () => {
  const opened = () => ({ location: { href: '' }, close: jest.fn() });
  const press = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: 'Receipt R-1' }));
  const receiptIs = (answer: () => Response) => gateway.use(http.get('*/api/payment/receipt/p1', answer));

  afterEach(() => {
    jest.restoreAllMocks();
    delete received[PAYMENTS];
    delete received[STATEMENT];
  });

  it('is fetched with the session and opens as a page of its own (PAY-54)', async () => {
    const window_ = opened();
    jest.spyOn(window, 'open').mockReturnValue(window_ as unknown as Window);
    const pages: Blob[] = [];
    URL.createObjectURL = (page) => `blob:receipt-${pages.push(page as Blob)}`;
    let authorization: string | null = null;
    gateway.use(
      http.get('*/api/payment/receipt/p1', ({ request }) => {
        authorization = request.headers.get('authorization');
        return HttpResponse.html('<h1>Receipt R-1</h1>');
      }),
    );
    const { user } = await open({ payments: [paid('p1', 'R-1')] });
    await press(user);
    await waitFor(() => expect(window_.location.href).toBe('blob:receipt-1'));
    expect(await pages[0].text()).toBe('<h1>Receipt R-1</h1>');
    expect(authorization).toBe(`Bearer ${sessionToken()}`);
  });

  it('of a session that has ended ends it here too (PAY-54, WEB-7)', async () => {
    const window_ = opened();
    jest.spyOn(window, 'open').mockReturnValue(window_ as unknown as Window);
    receiptIs(() => HttpResponse.json({ error: 'Please log in.' }, { status: 401 }));
    const { user, store } = await open({ payments: [paid('p1', 'R-1')] });
    await press(user);
    await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
    expect(sessionToken()).toBeNull();
    expect(window_.close).toHaveBeenCalled();
  });

  it('that cannot be fetched, or whose window is blocked, is reported (PAY-54)', async () => {
    const window_ = opened();
    const spy = jest.spyOn(window, 'open').mockReturnValue(window_ as unknown as Window);
    receiptIs(() => HttpResponse.json({ error: 'Away' }, { status: 503 }));
    const { user } = await open({ payments: [paid('p1', 'R-1')] });
    await press(user);
    expect(await screen.findByText('The receipt could not be loaded.')).toBeTruthy();
    expect(window_.close).toHaveBeenCalled();
    spy.mockReturnValue(null);
    await press(user);
    expect(
      await screen.findByText('Your browser blocked the receipt window. Allow pop-ups for this page, then try again.'),
    ).toBeTruthy();
  });

  it('of all payments is a table, fetched with the session and saved as a file (STAT-9)', async () => {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    answers('GET /api/payment/history.csv', {});
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download payments (CSV)' }));
    await waitFor(() => expect(names).toEqual(['precis-payments.csv']));
  });
});
