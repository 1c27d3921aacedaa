import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Payment } from '../../payments/payment.entity.js';
import { BtcpayAccess } from '../btcpay-settings.js';

export interface ScriptedAnswer {
  status?: number;
  /** The body to send; an object is sent as JSON. */
  body?: unknown;
  /** Closes the connection instead of answering. */
  cut?: boolean;
}

/** A server in place of BTCPay that answers as the test says. */
export interface ScriptedBtcpay {
  access: BtcpayAccess;
  /** `METHOD path` of each received call, with its body. */
  asked: { call: string; authorization?: string; body: string }[];
  script(answer: (call: string) => ScriptedAnswer): void;
  close(): Promise<void>;
}

export const STORE = 'the-store';
export const INVOICE = 'the-invoice';

export async function startScriptedBtcpay(): Promise<ScriptedBtcpay> {
  const asked: ScriptedBtcpay['asked'] = [];
  let answer: (call: string) => ScriptedAnswer = () => ({ status: 404 });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const call = `${request.method} ${request.url}`;
    asked.push({ call, authorization: request.headers.authorization, body });
    const { status = 200, body: text = '', cut } = answer(call);
    if (cut) return void request.socket.destroy();
    response.writeHead(status).end(typeof text === 'string' ? text : JSON.stringify(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    access: new BtcpayAccess(url, STORE, 'the-key-of-the-store', ['secret-of-the-webhook'], 'https://precis.example'),
    asked,
    script: (wanted) => void (answer = wanted),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes a payment of $84.00 whose invoice is `INVOICE`. */
export function cryptoPayment(changed: Partial<Payment> = {}): Payment {
  return Object.assign(new Payment(), {
    id: '0192f0c1-0000-7000-8000-000000000001',
    accountId: 'an-account',
    method: 'crypto',
    status: 'pending',
    plan: 'basic',
    duration: 'yearly',
    months: 12,
    amountCents: 8_400,
    reference: INVOICE,
    attempt: 1,
    expiresAt: new Date('2026-11-21T12:30:00Z'),
    ...changed,
  });
}

/** BTCPay's answer about a settled invoice of that payment. */
export function settledInvoice(changed: object = {}): object {
  return {
    id: INVOICE,
    storeId: STORE,
    currency: 'USD',
    amount: '84.00',
    paidAmount: '84.00',
    checkoutLink: `https://btcpay.example/i/${INVOICE}`,
    createdTime: 1_763_726_400,
    expirationTime: 1_763_728_200,
    monitoringExpiration: 1_763_814_600,
    status: 'Settled',
    additionalStatus: 'None',
    metadata: { orderId: '0192f0c1-0000-7000-8000-000000000001', attempt: 1 },
    ...changed,
  };
}

/** BTCPay's answer about an exact payment of that invoice. */
export function settledMethods(payment: object = {}, method: object = {}): object[] {
  return [{ rate: '84000.00', payments: [{ value: '0.001', fee: '0.0', status: 'Settled', ...payment }], ...method }];
}
