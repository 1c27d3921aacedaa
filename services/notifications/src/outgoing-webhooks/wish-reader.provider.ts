import { Injectable } from '@nestjs/common';
import { normalUrl, refusedUrl } from './endpoint-url.rule.js';
import { badEventTypes, badWebhookUrl } from './outgoing-webhooks.errors.js';
import { isPublicAddress, literalAddress } from './public-address.js';
import { knownEventTypes } from './webhook-event.rule.js';
import { WebhookSettings } from './webhook-settings.js';

/** Validates the address and the events that an owner sends (HOOK-1). */
@Injectable()
export class WishReader {
  constructor(private readonly settings: WebhookSettings) {}

  /** Returns the normal form of an address, or throws. A name is not resolved here, because it may resolve differently later (HOOK-7). */
  read({ url, eventTypes }: { url: string; eventTypes: string[] }): { url: string; eventTypes: string[] } {
    const refusal = refusedUrl(url, this.settings.allowsPrivate);
    if (refusal) throw badWebhookUrl(refusal);
    const literal = literalAddress(new URL(url).hostname);
    if (literal !== undefined && !this.settings.allowsPrivate && !isPublicAddress(literal))
      throw badWebhookUrl('private_address');
    const known = knownEventTypes(eventTypes);
    if (!known) throw badEventTypes();
    return { url: normalUrl(url), eventTypes: known };
  }
}
