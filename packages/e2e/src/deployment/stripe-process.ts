import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ChildProgram } from './child-program.js';
import type { SimulatorControl } from './deployment.js';

const MAIN = join(import.meta.dirname, '../../../../packages/sandbox/dist/stripe/stripe-simulator.main.js');
const secret = () => randomBytes(24).toString('hex');

/** The sandbox's simulator of Stripe in its own process; its payments end with it. */
export class StripeProcess {
  private readonly program = new ChildProgram("Stripe's simulator", MAIN, 'SIGKILL');
  private readonly apiKey = `sk_test_sandbox${secret()}`;
  private readonly webhookSecret = `whsec_${secret()}`;
  private readonly token = secret();

  constructor(
    private readonly port: number,
    private readonly publicUrl: string,
  ) {}

  /** Settings of billing for it. */
  get settings(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.apiKey,
      STRIPE_WEBHOOK_SECRETS: this.webhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  get control(): SimulatorControl {
    return { url: this.url, token: this.token };
  }

  async start(): Promise<void> {
    await this.program.start(
      {
        STRIPE_SIMULATOR_PORT: String(this.port),
        STRIPE_SIMULATOR_TOKEN: this.token,
        STRIPE_SECRET_KEY: this.apiKey,
        STRIPE_WEBHOOK_SECRET: this.webhookSecret,
        STRIPE_WEBHOOK_URL: `${this.publicUrl}/api/webhooks/stripe`,
      },
      `${this.url}/healthz`,
    );
  }

  async stop(): Promise<void> {
    await this.program.end('SIGTERM');
  }

  private get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}
