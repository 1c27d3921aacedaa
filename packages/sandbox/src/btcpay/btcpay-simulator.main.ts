import { startBtcpaySimulator } from './btcpay-simulator.js';

const { env } = process;
const simulator = await startBtcpaySimulator({
  port: Number(env.BTCPAY_SIMULATOR_PORT ?? 0),
  path: env.BTCPAY_SIMULATOR_FILE,
  storeId: env.BTCPAY_STORE_ID,
  apiKey: env.BTCPAY_API_KEY,
  webhook: env.BTCPAY_WEBHOOK_URL
    ? { url: env.BTCPAY_WEBHOOK_URL, secret: env.BTCPAY_WEBHOOK_SECRET ?? '' }
    : undefined,
});
console.log(JSON.stringify({ url: simulator.url, storeId: simulator.storeId }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
