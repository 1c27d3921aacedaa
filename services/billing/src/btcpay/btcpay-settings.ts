import { ConfigError } from '@precis/runtime/config';
import { isLoopbackName } from '@precis/runtime/asked-host';
import { z } from 'zod';

/** Requires https, or http on this machine for tests and the sandbox: the store's key is sent there. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}

/** Settings of crypto payments: all four or none are set. */
export const btcpaySettingsSchema = {
  /** The address of the BTCPay Server, with its path; empty = no crypto payments (OPS-2). */
  BTCPAY_URL: z
    .union([z.literal(''), z.string().refine(isSafeAddress, 'expected an https:// URL')])
    .default('')
    .transform((url) => url.replace(/\/+$/, '')),
  /** The store that receives the payments. */
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^[\w-]{0,100}$/, 'expected the id of a store')
    .default(''),
  /** A key of that store with the permission to create, view and modify invoices. */
  BTCPAY_API_KEY: z
    .string()
    .regex(/^(\S{16,})?$/, 'expected a key of 16 characters or more')
    .default(''),
  /** Secrets of the store's webhook, separated by commas: the new and the old one during a rotation. */
  BTCPAY_WEBHOOK_SECRETS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().regex(/^\S{16,}$/, 'expected secrets of 16 characters or more, separated by commas')).max(5),
    ),
};

/** How this deployment reaches its BTCPay Server. */
export class BtcpayAccess {
  constructor(
    readonly url: string,
    readonly storeId: string,
    readonly apiKey: string,
    readonly webhookSecrets: string[],
    /** The origin to which payers return. */
    readonly publicUrl: string,
  ) {}
}

interface BtcpayConfig {
  BTCPAY_URL: string;
  BTCPAY_STORE_ID: string;
  BTCPAY_API_KEY: string;
  BTCPAY_WEBHOOK_SECRETS: string[];
  PUBLIC_URL: string;
}

/** The injected settings; without `access`, crypto is not offered. */
export class BtcpaySettings {
  constructor(readonly access?: BtcpayAccess) {}
}

/** Reads the settings. Throws ConfigError, which quotes no value, for an inconsistent set (PAY-19). */
export function readBtcpaySettings(config: BtcpayConfig): BtcpaySettings {
  const { BTCPAY_URL: url, BTCPAY_STORE_ID: storeId, BTCPAY_API_KEY: apiKey, PUBLIC_URL: publicUrl } = config;
  const secrets = config.BTCPAY_WEBHOOK_SECRETS;
  const given = [url, storeId, apiKey, secrets.join()].filter((value) => value !== '').length;
  if (given === 0) return new BtcpaySettings();
  if (given < 4)
    throw new ConfigError('billing', [
      'BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY and BTCPAY_WEBHOOK_SECRETS must be set together',
    ]);
  if (publicUrl === '') throw new ConfigError('billing', ['PUBLIC_URL: must be set when BTCPAY_URL is set']);
  return new BtcpaySettings(new BtcpayAccess(url, storeId, apiKey, secrets, publicUrl));
}
