import { type BtcpaySimulator, startBtcpaySimulator } from '@precis/sandbox/btcpay/btcpay-simulator';
import { randomBytes } from 'node:crypto';

/** The sandbox's simulator of BTCPay Server in the test's process; its invoices end with it. */
export interface BtcpayStandIn {
  /** Settings of billing for it. */
  settings: Record<string, string>;
  simulator: BtcpaySimulator;
}

/** Starts the simulator on `port`. It sends its webhooks to the product at `publicUrl`. */
export async function startBtcpayStandIn(port: number, publicUrl: string): Promise<BtcpayStandIn> {
  const [apiKey, secret] = [randomBytes(20).toString('hex'), randomBytes(20).toString('hex')];
  const simulator = await startBtcpaySimulator({
    port,
    apiKey,
    webhook: { url: `${publicUrl}/api/webhooks/btcpay`, secret },
  });
  const settings = {
    BTCPAY_URL: simulator.url,
    BTCPAY_STORE_ID: simulator.storeId,
    BTCPAY_API_KEY: apiKey,
    BTCPAY_WEBHOOK_SECRETS: secret,
  };
  return { settings, simulator };
}
