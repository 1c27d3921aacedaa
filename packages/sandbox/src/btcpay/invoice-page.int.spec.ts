import { request } from 'node:http';
import { type BtcpaySimulator, startBtcpaySimulator } from './btcpay-simulator.js';

const ORDER = 'an-order';

describe("the payer's page of the simulated BTCPay Server", () => {
  let btcpay: BtcpaySimulator;
  beforeEach(async () => void (btcpay = await startBtcpaySimulator()));
  afterEach(() => btcpay.close());

  const headers = () => ({ authorization: `token ${btcpay.apiKey}`, 'content-type': 'application/json' });
  const created = async (checkout: Record<string, unknown> = {}) => {
    const body = JSON.stringify({ amount: '84.00', currency: 'USD', metadata: { orderId: ORDER }, checkout });
    const path = `/api/v1/stores/${btcpay.storeId}/invoices`;
    const made = await fetch(`${btcpay.url}${path}`, { method: 'POST', headers: headers(), body });
    return ((await made.json()) as { id: string }).id;
  };
  const get = async (id: string) =>
    (await (await fetch(`${btcpay.url}/api/v1/invoices/${id}`, { headers: headers() })).json()) as object;

  it('shows that it is a test, the amount due and the state, and runs no script', async () => {
    const id = await created();
    const page = await fetch(`${btcpay.url}/i/${id}`);
    const html = await page.text();
    for (const part of [
      'TEST MODE',
      '0.00130595 BTC',
      '$84.00',
      '1 BTC = $64,321.09',
      'Awaiting payment',
      'bitcoin:bcrt1q',
    ])
      expect(html).toContain(part);
    expect(html).toContain('width=device-width');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self'; /,
    );
    for (const button of ['Pay the exact amount', 'Pay 50 %', 'Pay 150 %', 'Expire this invoice'])
      expect(html).toContain(button);
  });

  it('asks only for the rest after a partial payment, and that is paid exactly', async () => {
    const id = await created();
    await fetch(`${btcpay.url}/i/${id}/pay?percent=33`, { method: 'POST' });
    const html = await (await fetch(`${btcpay.url}/i/${id}`)).text();
    expect(html).toContain('Partial payment received');
    expect(html).not.toContain('Pay the exact amount');
    const [, action] = /action="([^"]+)"><button class="act">Pay the rest</.exec(html)!;
    await fetch(`${btcpay.url}${action}`, { method: 'POST' });
    expect(await get(id)).toMatchObject({ status: 'Processing', additionalStatus: 'None', paidAmount: '84.00' });
  });

  it('leads a browser from its buttons back to itself, and finally to the shop', async () => {
    const redirectURL = 'https://shop.example/payment/success?session_id={InvoiceId}&order={OrderId}';
    const id = await created({ redirectURL, redirectAutomatically: true });
    const click = async (action: string) =>
      fetch(`${btcpay.url}/i/${id}/${action}`, {
        method: 'POST',
        headers: { accept: 'text/html', origin: btcpay.url },
        redirect: 'manual',
      });
    const clicked = await click('pay?percent=100');
    expect([clicked.status, clicked.headers.get('location')]).toEqual([303, `/i/${id}`]);
    expect(await (await fetch(`${btcpay.url}/i/${id}`)).text()).toContain('waiting for confirmation');
    await click('confirm');
    const page = await fetch(`${btcpay.url}/i/${id}`);
    const back = `https://shop.example/payment/success?session_id=${id}&order=${ORDER}`;
    expect(page.headers.get('refresh')).toBe(`3;url=${back}`);
    expect(await page.text()).toContain(`href="${back.replaceAll('&', '&amp;')}"`);
  });

  it('shows foreign data only as text, and links only to web addresses', async () => {
    const id = await created({ redirectURL: 'https://shop.example/"><script>alert(1)</script>' });
    expect(await (await fetch(`${btcpay.url}/i/${id}`)).text()).not.toContain('<script');
    const other = await created({ redirectURL: 'javascript:alert(1)', redirectAutomatically: true });
    expect(await (await fetch(`${btcpay.url}/i/${other}`)).text()).not.toContain('javascript');
  });

  it('answers only at its own address, and to no button of another site', async () => {
    const id = await created();
    const foreign = await new Promise((resolve) =>
      request(`${btcpay.url}/i/${id}`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end(),
    );
    expect(foreign).toBe(421);
    const foreigner = { origin: 'https://evil.example' };
    expect((await fetch(`${btcpay.url}/i/${id}/pay`, { method: 'POST', headers: foreigner })).status).toBe(403);
    expect((await fetch(`${btcpay.url}/i/${id}/pay`, { method: 'POST', body: 'x'.repeat(200_000) })).status).toBe(413);
    expect(await get(id)).toMatchObject({ status: 'New' });
  });
});
