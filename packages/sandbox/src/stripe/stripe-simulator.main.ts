import { startStripeSimulator } from './stripe-simulator.js';

const simulator = await startStripeSimulator({
  port: Number(process.env.STRIPE_SIMULATOR_PORT ?? 0),
  apiKey: process.env.STRIPE_SECRET_KEY,
  webhookUrl: process.env.STRIPE_WEBHOOK_URL,
  webhookSecret: process.env.STRIPE_WEBHOOK_SECRET,
  controlToken: process.env.STRIPE_SIMULATOR_TOKEN,
  file: process.env.STRIPE_SIMULATOR_FILE,
  most: Number(process.env.STRIPE_SIMULATOR_MOST ?? 20_000),
});
const { url, apiKey, webhookSecret, controlToken } = simulator;
// A secret that was passed in is known, and must not appear in a log.
console.log(
  JSON.stringify({
    url,
    ...(!process.env.STRIPE_SECRET_KEY && { apiKey }),
    ...(!process.env.STRIPE_WEBHOOK_SECRET && { webhookSecret }),
    ...(!process.env.STRIPE_SIMULATOR_TOKEN && { controlToken }),
  }),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
