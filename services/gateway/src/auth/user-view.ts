import type { User } from '@precis/proto/auth/v1/auth';
import type { z } from 'zod';
import type { user } from './auth.schemas.js';

/** The user as the API shows it. The balance is null: billing keeps no wallet yet, and an unknown balance is never 0 (decisions 3). */
export function userView(found: User): z.output<typeof user> {
  return {
    id: found.id,
    name: found.name,
    email: found.email,
    email_verified: found.emailVerified,
    has_password: found.hasPassword,
    wallet_balance: null,
    ...(found.apiKey === '' ? {} : { apiKey: found.apiKey }),
    api_key_last_used:
      found.apiKeyLastUsedMs === 0
        ? null
        : { at: new Date(found.apiKeyLastUsedMs).toISOString(), client: found.apiKeyLastClient },
    created_at: new Date(found.createdAtMs).toISOString(),
  };
}
