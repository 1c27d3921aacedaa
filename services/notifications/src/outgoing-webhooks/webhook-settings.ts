import { ConfigError } from '@precis/runtime/config';
import { mayAllowPrivate } from './endpoint-url.rule.js';

/** A deployment's settings for webhooks. */
export class WebhookSettings {
  constructor(
    /** Whether webhooks may go to this machine and to private networks (HOOK-15). */
    readonly allowsPrivate: boolean,
    /** Deadline of one attempt. */
    readonly deadlineMs: number,
    /** Limits of an account per UTC day: tests and replays, and attempts (HOOK-12). */
    readonly ordersPerDay: number,
    readonly attemptsPerDay: number,
  ) {}
}

/** Throws ConfigError when private targets are allowed where customers can reach the product (HOOK-15). */
export function readWebhookSettings(config: {
  PUBLIC_URL: string;
  WEBHOOK_PRIVATE_TARGETS: 'on' | 'off';
  WEBHOOK_DEADLINE_MS: number;
  WEBHOOK_TESTS_PER_DAY: number;
  WEBHOOK_ATTEMPTS_PER_DAY: number;
}): WebhookSettings {
  const allowsPrivate = config.WEBHOOK_PRIVATE_TARGETS === 'on';
  if (allowsPrivate && !mayAllowPrivate(config.PUBLIC_URL))
    throw new ConfigError('notifications', [
      'WEBHOOK_PRIVATE_TARGETS: on is for a product whose PUBLIC_URL is on this machine',
    ]);
  return new WebhookSettings(
    allowsPrivate,
    config.WEBHOOK_DEADLINE_MS,
    config.WEBHOOK_TESTS_PER_DAY,
    config.WEBHOOK_ATTEMPTS_PER_DAY,
  );
}
