import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { browser } from '../../lib/browser';
import { takeMessage } from '../../lib/left-message';
import { answers, gateway } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const basic = {
  key: 'basic',
  name: 'Basic',
  features: [],
  price: 9,
  durations: [{ key: 'yearly', price: 7 }],
  videos_per_month: 100,
};
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

/** Answers orders one after another, and returns the key of each. Status 0 is a lost connection. */
function orders(...list: { status?: number; code?: string; success?: boolean; error?: string }[]) {
  const keys: (string | null)[] = [];
  gateway.use(
    http.post('*/api/payment/create-session', ({ request }) => {
      const { status = 200, ...json } = list[Math.min(keys.length, list.length - 1)];
      keys.push(request.headers.get('idempotency-key'));
      return status === 0 ? HttpResponse.error() : HttpResponse.json(json, { status });
    }),
  );
  return keys;
}

async function order() {
  const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined);
  answers('GET /api/subscription/plans', { success: true, plans: [basic] });
  const subscription = { plan: 'free', isActive: true, remainingDays: null, videoLimit: 3, endDate: null };
  answers('GET /api/subscription/my-plan', { success: true, subscription });
  answers('POST /api/payment/quote', quote);
  const { user } = await openPage('/pricing?plan=basic', { signedIn: true });
  const pay = async () => user.click(await screen.findByRole('button', { name: 'Pay $84.00' }));
  await pay();
  return { reload, pay };
}

describe('an order whose answer is lost', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is repeated with its Idempotency-Key, and reports the payment that it made (WEB-20, API-34)', async () => {
    const keys = orders({ status: 0 }, { status: 409, code: 'idempotency_key_in_use' }, { success: true });
    const { reload } = await order();
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('three times is not reported as failed, and keeps its key for the next click (WEB-20, API-34)', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    const keys = orders({ status: 0 }, { status: 0 }, { status: 0 }, { success: true });
    const { reload, pay } = await order();
    // Lets time pass, with the network's answers in between. `performance` is the only clock that runs on its own here.
    const begun = performance.now();
    while (keys.length < 3 && performance.now() - begun < 8_000) await act(() => jest.advanceTimersByTimeAsync(500));
    expect(await screen.findByText(/^No answer arrived\. The payment may have been made\./)).toBeTruthy();
    expect(screen.queryByText('Failed to create payment session')).toBeNull();
    await pay();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('an order', () => {
  afterEach(() => jest.restoreAllMocks());

  it('that was answered leaves its key to no other order (API-34)', async () => {
    const keys = orders({ status: 409, code: 'checkout_ended', error: 'Ended.' }, { success: true });
    const { pay } = await order();
    await screen.findByText('Ended.');
    await pay();
    await screen.findByText('Payment successful!');
    expect(new Set(keys).size).toBe(2);
  });

  it('that was paid before is reported as paid, and the page is loaded again (WEB-20)', async () => {
    orders({ status: 409, code: 'quote_used', error: 'This quote has been paid already.' });
    const { reload } = await order();
    const said = 'Your payment was made. This order has been paid already.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(takeMessage('/pricing')).toBe(said);
  });
});
