import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { REDIRECT_MS } from './payment-success';
import { LOOK_EVERY_MS } from './use-payment';

const ID = 'cs_test_a1B2c3D4e5';
const CALL = `GET /api/payment/session/${ID}`;
const paymentIs = (status: string, note: string | null = null) => ({
  success: true,
  payment: { id: 'p1', status, plan: 'basic', duration: 'yearly', note },
});
const open = (signedIn = true) => openPage(`/payment/success?session_id=${ID}`, { signedIn });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(Math.max(0, ms)));
/** A clock that runs as usual, and can be advanced with `pass`. */
const ownTime = () =>
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
const dashboardAnswers = () => {
  answers('GET /api/usage/summary', { status: 503 });
  answers('GET /api/usage/clients', { status: 503 });
  answers('GET /api/subscription/my-plan', { status: 503 });
};

describe('/payment/success', () => {
  afterEach(() => jest.useRealTimers());

  it('shows session_id as the transaction ID and goes to /dashboard after 5 s, not before (WEB-21)', async () => {
    dashboardAnswers();
    answers(CALL, paymentIs('completed'));
    ownTime();
    const before = Date.now();
    const { path, router } = await open();
    expect((await screen.findByText('Transaction ID')).nextElementSibling?.textContent).toBe(ID);
    expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeTruthy();
    const after = Date.now();
    // The clock runs on during the call itself.
    await pass(before + REDIRECT_MS - 500 - after);
    expect(path()).toBe(`/payment/success?session_id=${ID}`);
    await pass(after - before + 500);
    await waitFor(() => expect(path()).toBe('/dashboard'));
    // The back button of the dashboard must not return to a page that redirects to the dashboard.
    expect(router.state.historyAction).toBe('REPLACE');
    expect(REDIRECT_MS).toBe(5_000);
  });

  it.each([
    ['failed', 'Payment failed', 'The payment did not go through. No plan was bought.'],
    ['expired', 'Checkout expired', 'The time for this payment has passed. No plan was bought.'],
  ])('does not thank for a payment that %s, says why and stays (WEB-21)', async (status, title, text) => {
    answers(CALL, paymentIs(status, 'The amount is in your wallet.'));
    ownTime();
    const { path } = await open();
    await waitFor(() => expect(screen.getByRole('heading', { name: title })).toBeTruthy());
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('The amount is in your wallet.')).toBeTruthy();
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to pricing' }).getAttribute('href')).toBe('/pricing');
    await pass(REDIRECT_MS * 2);
    expect(path()).toBe(`/payment/success?session_id=${ID}`);
  });

  it('checks every 2 s until the status is final, and then stops (WEB-21, PAY-17)', async () => {
    answers(CALL, paymentIs('processing'), paymentIs('failed'));
    ownTime();
    await open();
    expect(await screen.findByText('Being confirmed')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Payment sent' })).toBeTruthy();
    expect(LOOK_EVERY_MS).toBe(2_000);
    await pass(LOOK_EVERY_MS);
    expect(await screen.findByText('Failed')).toBeTruthy();
    await pass(10_000);
    expect(received[CALL]).toHaveLength(2);
  });

  it('reports when the status could not be loaded, and checks again only on request (WEB-21)', async () => {
    answers(CALL, { status: 500 }, paymentIs('completed'));
    const { user } = await open();
    expect(await screen.findByText('The status of the payment could not be loaded.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Completed')).toBeTruthy();
    expect(screen.queryByText('The status of the payment could not be loaded.')).toBeNull();
    expect(received[CALL]).toHaveLength(2);
  });

  it('shows the text of the server that refuses the payment (WEB-21, WEB-31)', async () => {
    answers(CALL, { status: 404, error: 'There is no such payment.' });
    await open();
    expect(await screen.findByText('There is no such payment.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Payment not found' })).toBeTruthy();
    expect(screen.queryByText(/Your plan starts/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to pricing' }).getAttribute('href')).toBe('/pricing');
  });

  it.each([
    ['that the server does not know', `?session_id=${ID}`, true],
    ['without an id', '', true],
    ['with what can be no id', '?session_id=%3Cb%3E', true],
    ['without an id, seen by a visitor', '', false],
  ])('says that a payment %s is unknown, and does not leave the page (WEB-21)', async (_name, search, signedIn) => {
    answers(CALL, { status: 404, code: 'payment_not_found' });
    ownTime();
    const { path } = await openPage(`/payment/success${search}`, { signedIn });
    expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeTruthy();
    expect(screen.getByText(/^We do not know this payment\./)).toBeTruthy();
    expect(screen.queryByText(/in 5 seconds/)).toBeNull();
    await pass(REDIRECT_MS * 2);
    expect(path()).toBe(`/payment/success${search}`);
  });

  it('asks a visitor to log in, returns afterwards, and redirects nobody (WEB-21)', async () => {
    ownTime();
    const { path } = await open(false);
    await waitFor(() => expect(screen.getByText('Log in to see whether the payment is confirmed.')).toBeTruthy());
    expect(screen.getByText(ID)).toBeTruthy();
    const login = screen.getByRole('link', { name: 'Log in' }).getAttribute('href');
    expect(login).toBe(`/login?next=${encodeURIComponent(`/payment/success?session_id=${ID}`)}`);
    expect(screen.queryByText(/in 5 seconds/)).toBeNull();
    await pass(REDIRECT_MS * 2);
    expect(path()).toBe(`/payment/success?session_id=${ID}`);
  });
});

describe('/payment/cancel', () => {
  it('links to /pricing and /dashboard (WEB-21)', async () => {
    await openPage('/payment/cancel');
    expect(await screen.findByRole('heading', { name: 'Payment cancelled' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to pricing' }).getAttribute('href')).toBe('/pricing');
    expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard');
  });
});
