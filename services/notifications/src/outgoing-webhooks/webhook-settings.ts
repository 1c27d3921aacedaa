import { ConfigError } from '@precis/runtime/config';
import { mayAllowPrivate } from './endpoint-url.rule.js';

/** A deployment's settings for webhooks. */
export class WebhookSettings {
  constructor(
    /** Whether webhooks may go to this machine and to private networks (HOOK-15). */
    readonly allowsPrivate: boolean,
    /** Deadline of one attempt. */
    readonly deadlineMs: number,
    /** Tests and replays that an account may start per UTC day (HOOK-12). */
    readonly testsPerDay: number,
    /** Attempts that an account gets per UTC day (HOOK-12). */
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
      'WEBHOOK_PRIVATE_TARGETS: `on` is allowed only when PUBLIC_URL is an address of this machine',
    ]);
  return new WebhookSettings(
    allowsPrivate,
    config.WEBHOOK_DEADLINE_MS,
    config.WEBHOOK_TESTS_PER_DAY,
    config.WEBHOOK_ATTEMPTS_PER_DAY,
  );
}
