import { freePorts } from '@precis/backends/free-ports';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { MovableClock } from './movable-clock.js';
import { type PaymentSandbox, startPaymentSandbox } from './payment-sandbox.js';
import { loadSecrets } from './secrets.js';
import { freshFolder, removeFolder } from './testing/standalone-trial.js';

describe('the simulated payment providers', () => {
  let dataDir: string;
  let port: number;
  let running: PaymentSandbox | undefined;
  const clock = new MovableClock(0);
  beforeEach(async () => {
    dataDir = await freshFolder();
    [port] = await freePorts(1);
    clock.moveTo(0);
  });
  afterEach(async () => {
    await running?.close();
    await removeFolder(dataDir);
  });

  const start = async (settings: Record<string, string> = {}) => {
    const config = readConfig({ PRECIS_DATA_DIR: dataDir, ...settings });
    running = await startPaymentSandbox({ config, dataDir, port, secrets: await loadSecrets(dataDir), clock });
    return running;
  };
  const ask = async (path: string, form?: Record<string, string>) => {
    const { STRIPE_API_URL: url, STRIPE_SECRET_KEY: key } = running!.settings;
    const response = await fetch(`${url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}` },
      body: form && new URLSearchParams(form).toString(),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const openSession = () =>
    ask('/v1/checkout/sessions', {
      mode: 'payment',
      success_url: 'http://localhost:8080/payment/success',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][product_data][name]': 'Basic plan',
    });

  it('serve billing until a key of a real account is set', async () => {
    const { names, settings, close } = await start();
    expect(names).toEqual(['stripe', 'btcpay']);
    expect(settings).toEqual({
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_sandbox\w{20,}$/),
      STRIPE_WEBHOOK_SECRETS: expect.stringMatching(/^whsec_\w{20,}$/),
      STRIPE_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      BTCPAY_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      BTCPAY_STORE_ID: 'precis-sandbox',
      BTCPAY_API_KEY: expect.stringMatching(/^\w{20,}$/),
      BTCPAY_WEBHOOK_SECRETS: expect.stringMatching(/^\w{20,}$/),
    });
    const file = join(dataDir, 'sandbox.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      stripe: { url: settings.STRIPE_API_URL, control_token: expect.stringMatching(/^\w{20,}$/) },
      btcpay: { url: settings.BTCPAY_URL, api_key: settings.BTCPAY_API_KEY },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await close();
    const real = await start({ STRIPE_SECRET_KEY: 'sk_test_of_a_real_account', BTCPAY_URL: 'https://pay.example' });
    expect([real.names, real.settings]).toEqual([[], {}]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
  });

  it.each([
    ['stripe', ({ control_token: token }: Record<string, string>) => `Bearer ${token}`, { drop: 0 }],
    ['btcpay', ({ api_key: key }: Record<string, string>) => `token ${key}`, { drop: false }],
  ] as const)(
    '%s is controlled only by the credentials and the address that sandbox.json has for it',
    async (name, credential, faults) => {
      await start();
      const said = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')) as Record<
        string,
        Record<string, string>
      >;
      const steer = async (authorization: string) => {
        const body = JSON.stringify(faults);
        const response = await fetch(`${said[name].url}/_sim/faults`, {
          method: 'POST',
          headers: { authorization },
          body,
        });
        return response.status;
      };
      expect(await steer(credential(said[name]))).toBe(200);
      expect(await steer(`${credential(said[name])}x`)).toBe(401);
    },
  );

  it('keep key, secret and address across a restart, and the payments in progress', async () => {
    const { settings, close } = await start();
    const session = await openSession();
    await close();
    expect((await start()).settings).toEqual(settings);
    expect(await ask(`/v1/checkout/sessions/${String(session.id)}`)).toMatchObject({
      url: session.url,
      status: 'open',
    });
  });

  it('send webhooks to the gateway, dated by the clock of the services, which also ends their checkouts', async () => {
    const heard: { path: string; type: string; signedAt: number }[] = [];
    const gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const signedAt = Number(/t=(\d+)/.exec(String(request.headers['stripe-signature']))![1]);
        heard.push({ path: request.url!, type: (JSON.parse(body) as { type: string }).type, signedAt });
        response.end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(port, '127.0.0.1', resolve));
    try {
      await start();
      const session = await openSession();
      clock.moveTo(2 * 86_400);
      await running!.runClockedWork();
      expect(await ask(`/v1/checkout/sessions/${String(session.id)}`)).toMatchObject({ status: 'expired' });
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(heard[0]).toMatchObject({ path: '/api/webhooks/stripe', type: 'checkout.session.expired' });
      expect(Math.abs(heard[0].signedAt - clock.now().getTime() / 1_000)).toBeLessThan(60);
    } finally {
      gateway.closeAllConnections();
      gateway.close();
    }
  });
});
