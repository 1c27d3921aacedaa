import type { SealedSecret, Vault } from '@precis/runtime/vault/vault.provider';
import type { EndpointSecrets } from './endpoint.row.js';
import { freshSecret } from './webhook-signature.js';

/** The endpoint for which a secret is encrypted. The ciphertext cannot be decrypted in another row. */
interface SealedFor {
  accountId: string;
  endpointId: string;
}

/** Makes signing secrets, and encrypts and decrypts them (HOOK-4). */
export class WebhookSecrets {
  constructor(private readonly vault: Vault) {}

  issue(endpoint: SealedFor): { text: string; sealed: SealedSecret } {
    const text = freshSecret();
    return { text, sealed: this.vault.seal(Buffer.from(text), contextOf(endpoint)) };
  }

  /** The secrets that sign now, newest first. */
  reveal(endpoint: SealedFor, { secret, oldSecret, oldSecretUntil }: EndpointSecrets, now: Date): string[] {
    const signing = oldSecret && oldSecretUntil && oldSecretUntil > now ? [secret, oldSecret] : [secret];
    return signing.map((sealed) => this.vault.open(sealed, contextOf(endpoint)).toString());
  }
}

/** What a secret was sealed for: it does not open in another row. */
export const contextOf = ({ accountId, endpointId }: SealedFor) => `webhook|${accountId}|${endpointId}`;
