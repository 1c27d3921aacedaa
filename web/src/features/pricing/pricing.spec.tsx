import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveMessage, takeMessage } from '../../lib/left-message';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { browser } from '../../lib/browser';

const durations = [
  { key: 'monthly', price: 9 },
  { key: 'yearly', price: 7 },
];
const plan = (key: string, name: string, offered = durations) => ({
  key,
  name,
  features: ['One'],
  price: offered.length ? 9 : 0,
  durations: offered,
  videos_per_month: 100,
});
const plans = [plan('free', 'Free', []), plan('basic', 'Basic'), plan('medium', 'Medium')];
const quote = {
  success: true,
  quote_id: 'q1',
  kind: 'new',
  lines: [{ kind: 'plan', label: 'Basic, 12 months', amount: 84 }],
  total: 84,
  credit: 0,
  due: 84,
  starts_at: 1_795_000_000,
  ends_at: 1_826_000_000,
  expires_at: 1_795_001_800,
  wallet_balance: 100,
};
const account = (key: string, isActive: boolean) => {
  answers('GET /api/subscription/plans', { success: true, plans });
  const subscription = { plan: key, isActive, remainingDays: 0, videoLimit: 3, endDate: 1_795_000_000 };
  answers('GET /api/subscription/my-plan', { success: true, subscription });
};

describe('/pricing', () => {
  afterEach(() => jest.restoreAllMocks());

  it('offers visitors Sign Up to Continue, the longest period and the second plan as Most Popular (WEB-18)', async () => {
    answers('GET /api/subscription/plans', { success: true, plans });
    await openPage('/pricing');
    expect(await screen.findByRole('link', { name: 'Sign Up to Continue' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Yearly Save 22%/ }).checked).toBe(true);
    expect(screen.getByRole('article', { name: 'Basic' }).textContent).toContain('Most Popular');
    expect(screen.getByRole('link', { name: 'Continue with Free Plan' })).toBeTruthy();
  });

  it('disables the active plan as Current Plan (WEB-19)', async () => {
    account('basic', true);
    await openPage('/pricing', { signedIn: true });
    expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Current Plan' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('offers an expired plan as Your Expired Plan with Renew Plan and its date (WEB-19)', async () => {
    account('basic', false);
    await openPage('/pricing', { signedIn: true });
    expect(await screen.findByText(/plan expired on 18 Nov 2026/)).toBeTruthy();
    expect(screen.getByText('Your Expired Plan')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Renew Plan' })).toBeTruthy();
  });

  it('refuses a wallet that is too small before any call (WEB-20)', async () => {
    account('free', true);
    answers('POST /api/payment/quote', { ...quote, wallet_balance: 83.99 });
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    await user.click(await screen.findByRole('radio', { name: /Wallet/ }));
    expect(await screen.findByText('Insufficient wallet balance to complete this transaction.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay $84.00' }).disabled).toBe(true);
  });

  it('pays once on a double click, then goes to the url (WEB-20)', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    account('free', true);
    answers('POST /api/payment/quote', quote);
    answers('POST /api/payment/create-session', { success: true, url: 'https://checkout.example/1' });
    await openPage('/pricing?plan=basic', { signedIn: true });
    const button = await screen.findByRole('button', { name: 'Pay $84.00' });
    // In one act, so that the second click comes before React has disabled the button.
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://checkout.example/1'));
    expect(received['POST /api/payment/create-session']).toHaveLength(1);
    expect(received['POST /api/payment/create-session'][0]).toMatchObject({ quote_id: 'q1', duration: 'yearly' });
  });

  it('asks for a new price when the quote has expired, shows both, and only for this order (WEB-18, PAY-14)', async () => {
    account('free', true);
    answers('POST /api/payment/quote', quote, { ...quote, quote_id: 'q2', due: 90, total: 90 });
    answers('POST /api/payment/create-session', { status: 409, error: 'Old', code: 'quote_expired' });
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
    const said = 'The price had expired and was calculated again: $90.00 instead of $84.00. Please check it and pay.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(received['POST /api/payment/quote']).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Pay $90.00' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    await waitFor(() => expect(received['POST /api/payment/quote']).toHaveLength(3));
    expect(screen.queryByText(/calculated again/)).toBeNull();
  });

  it('says the message of a wallet payment and reloads (WEB-20)', async () => {
    const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined);
    account('free', true);
    answers('POST /api/payment/quote', quote);
    answers('POST /api/payment/create-session', { success: true });
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('says the message of a wallet payment again after the reload (WEB-20, WEB-37)', async () => {
    account('free', true);
    leaveMessage('/pricing', 'Payment successful!');
    const first = await openPage('/pricing', { signedIn: true });
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    first.unmount();
    await openPage('/pricing', { signedIn: true });
    expect(await screen.findByRole('article', { name: 'Basic' })).toBeTruthy();
    expect(screen.queryByText('Payment successful!')).toBeNull();
  });

  it('leaves a message for another page alone, also when its code loads after the press on Logout (WEB-8)', async () => {
    account('free', true);
    leaveMessage('/', 'You have been logged out');
    await openPage('/pricing', { signedIn: true });
    expect(await screen.findByRole('article', { name: 'Basic' })).toBeTruthy();
    expect(takeMessage('/')).toBe('You have been logged out');
  });

  it('a wallet that covers what is due after credit is large enough (WEB-20)', async () => {
    account('free', true);
    answers('POST /api/payment/quote', { ...quote, total: 84, credit: 44, due: 40, wallet_balance: 40 });
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    await user.click(await screen.findByRole('radio', { name: /Wallet/ }));
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $40.00' })).disabled).toBe(false);
    expect(screen.queryByText(/Insufficient/)).toBeNull();
  });

  it('can pay again when the browser shows the page as it was left, after Back from the checkout (WEB-20)', async () => {
    jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    account('free', true);
    answers('POST /api/payment/quote', quote);
    answers('POST /api/payment/create-session', { success: true, url: 'https://checkout.example/1' });
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledTimes(1));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One moment...' }).disabled).toBe(true);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledTimes(2));
  });

  it('has no button without an amount before the price is known, nor when it could not be worked out (WEB-18)', async () => {
    account('free', true);
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    answers(
      'POST /api/payment/quote',
      async () => {
        await held;
        return { status: 503 };
      },
      quote,
    );
    const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    await waitFor(() => expect(received['POST /api/payment/quote']).toHaveLength(1));
    expect(summary.queryByRole('button')).toBeNull();
    release();
    expect(await summary.findByText('The price could not be calculated.')).toBeTruthy();
    expect(summary.queryByRole('button', { name: /Pay/ })).toBeNull();
    await user.click(summary.getByRole('button', { name: 'Try again' }));
    expect(await summary.findByRole('button', { name: 'Pay $84.00' })).toBeTruthy();
  });

  it('does not offer a paid plan before the running one is known (WEB-19, WEB-34)', async () => {
    answers('GET /api/subscription/plans', { success: true, plans });
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const subscription = { plan: 'basic', isActive: true, remainingDays: 9, videoLimit: 100, endDate: 1_795_000_000 };
    answers(
      'GET /api/subscription/my-plan',
      async () => {
        await held;
        return { status: 503 };
      },
      { success: true, subscription },
    );
    const { user } = await openPage('/pricing?plan=medium', { signedIn: true });
    const basic = within(await screen.findByRole('article', { name: 'Basic' }));
    expect(basic.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('radio', { name: /Wallet/ })).toBeNull();
    release();
    expect(await screen.findByText('Failed to load subscription information')).toBeTruthy();
    expect(basic.getByRole<HTMLButtonElement>('button', { name: 'Choose Basic' }).disabled).toBe(true);
    answers('POST /api/payment/quote', quote);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await basic.findByRole('button', { name: 'Current Plan' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Selected' })).toBeTruthy();
  });

  it('extends the running plan through the page when the address asks for it (WEB-19, PAY-13)', async () => {
    account('basic', true);
    answers('POST /api/payment/quote', quote);
    answers('POST /api/payment/create-session', { status: 500 });
    const { user } = await openPage('/pricing?plan=basic&extend=1', { signedIn: true });
    expect(await screen.findByText('You are extending your plan.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
    expect(await screen.findByText('Failed to create payment session')).toBeTruthy();
    expect(received['POST /api/payment/quote'][0]).toMatchObject({ plan: 'basic', extend: true });
    expect(received['POST /api/payment/create-session'][0]).toMatchObject({ plan: 'basic', extend: true });
  });

  it('renewing an expired plan says so in the order summary (WEB-19)', async () => {
    account('basic', false);
    answers('POST /api/payment/quote', quote);
    const { user } = await openPage('/pricing', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('You are renewing your expired plan.')).toBeTruthy();
  });

  it('the badge of a tab is the highest saving of any plan at that period (WEB-18)', async () => {
    const medium = [
      { key: 'monthly', price: 29 },
      { key: 'yearly', price: 23 },
    ];
    answers('GET /api/subscription/plans', {
      success: true,
      plans: [...plans.slice(0, 2), plan('medium', 'M', medium)],
    });
    await openPage('/pricing');
    expect(await screen.findByText('Save 22%')).toBeTruthy();
    expect(screen.getAllByText(/^Save/)).toHaveLength(1);
  });
});
