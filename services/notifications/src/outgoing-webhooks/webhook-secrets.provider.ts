import type { SealedSecret, Vault } from '@precis/runtime/vault/vault.provider';
import type { EndpointSecrets } from './endpoint.row.js';
import { freshSecret } from './webhook-signature.js';

/** Which endpoint a secret is sealed for: the ciphertext opens in no other row. */
interface SealedFor {
  accountId: string;
  endpointId: string;
}

/** Makes signing secrets, and turns them into what may be stored (HOOK-4). */
export class WebhookSecrets {
  constructor(private readonly vault: Vault) {}

  issue(endpoint: SealedFor): { text: string; sealed: SealedSecret } {
    const text = freshSecret();
    return { text, sealed: this.vault.seal(Buffer.from(text), contextOf(endpoint)) };
  }

  /** Those that sign now, the newest first. */
  reveal(endpoint: SealedFor, { secret, oldSecret, oldSecretUntil }: EndpointSecrets, now: Date): string[] {
    const signing = oldSecret && oldSecretUntil && oldSecretUntil > now ? [secret, oldSecret] : [secret];
    return signing.map((sealed) => this.vault.open(sealed, contextOf(endpoint)).toString());
  }
}

const contextOf = ({ accountId, endpointId }: SealedFor) => `webhook|${accountId}|${endpointId}`;
