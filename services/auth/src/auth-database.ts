import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { ApiKey } from './api-keys/api-key.entity.js';
import { MailRequest } from './mail-links/mail-request.entity.js';
import { AuthTables1700000000002 } from './migrations/1700000000002-auth-tables.migration.js';
import { IndexesOfTheEnded1700000000005 } from './migrations/1700000000005-indexes-of-the-ended.migration.js';
import { ManyVerificationLinks1700000000004 } from './migrations/1700000000004-many-verification-links.migration.js';
import { RevocationCursor1700000000003 } from './migrations/1700000000003-revocation-cursor.migration.js';
import { Session } from './sessions/session.entity.js';
import { SigningKey } from './sessions/signing-key.entity.js';
import { User } from './users/user.entity.js';

/** Auth's own database, not yet migrated. */
export async function openAuthDatabase(url: string): Promise<DataSource> {
  return openDatabase({
    url,
    entities: [User, MailRequest, Session, SigningKey, ApiKey],
    migrations: [
      ...EVENT_MIGRATIONS,
      AuthTables1700000000002,
      RevocationCursor1700000000003,
      ManyVerificationLinks1700000000004,
      IndexesOfTheEnded1700000000005,
    ],
  });
}
