import type { SealedSecret } from '@precis/runtime/vault/vault.provider';

/** Why an endpoint is disabled. `gone`: it answered 410. `failing`: no delivery succeeded for 5 days (HOOK-11). */
export type DisabledReason = 'owner' | 'gone' | 'failing';

/** An endpoint as its owner sees it. */
export interface EndpointRow {
  id: string;
  accountId: string;
  url: string;
  eventTypes: string[];
  disabledReason: DisabledReason | null;
  createdAt: Date;
  failingSince: Date | null;
  oldSecretUntil: Date | null;
}

/** The signing secrets: the newest, and until some time the previous one (HOOK-4). */
export interface EndpointSecrets {
  secret: SealedSecret;
  oldSecret: SealedSecret | null;
  oldSecretUntil: Date | null;
}

export const ENDPOINT_COLUMNS = `id, account_id AS "accountId", url, event_types AS "eventTypes", disabled_reason AS "disabledReason",
  created_at AS "createdAt", failing_since AS "failingSince", old_secret_until AS "oldSecretUntil"`;
