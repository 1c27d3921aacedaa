import { Injectable } from '@nestjs/common';
import { normalUrl, refusedUrl } from './endpoint-url.rule.js';
import { badEventTypes, badWebhookUrl } from './outgoing-webhooks.errors.js';
import { isPublicAddress, literalAddress } from './public-address.js';
import { knownEventTypes } from './webhook-event.rule.js';
import { WebhookTerms } from './webhook-terms.js';

/** Reads what an owner asks of an endpoint: where, and which events (HOOK-1). */
@Injectable()
export class WishReader {
  constructor(private readonly terms: WebhookTerms) {}

  /** In its one form; throws what is wrong with it. Where a name leads is not looked at: it may lead elsewhere when it counts (HOOK-7). */
  read({ url, eventTypes }: { url: string; eventTypes: string[] }): { url: string; eventTypes: string[] } {
    const refusal = refusedUrl(url, this.terms.allowsPrivate);
    if (refusal) throw badWebhookUrl(refusal);
    const literal = literalAddress(new URL(url).hostname);
    if (literal !== undefined && !this.terms.allowsPrivate && !isPublicAddress(literal))
      throw badWebhookUrl('private_address');
    const known = knownEventTypes(eventTypes);
    if (!known) throw badEventTypes();
    return { url: normalUrl(url), eventTypes: known };
  }
}
