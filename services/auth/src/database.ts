import { serviceDatabase } from '@precis/events/schema/service-database';
import { ApiKey } from './api-keys/api-key.entity.js';
import { MailRequest } from './mail-links/mail-request.entity.js';
import { AuthTables1700000000002 } from './migrations/1700000000002-auth-tables.js';
import { RevocationCursor1700000000003 } from './migrations/1700000000003-revocation-cursor.js';
import { ManyVerificationLinks1700000000004 } from './migrations/1700000000004-many-verification-links.js';
import { IndexesOfTheEnded1700000000005 } from './migrations/1700000000005-indexes-of-the-ended.js';
import { Accounts1700000000006 } from './migrations/1700000000006-accounts.js';
import { ReferralCodes1700000000007 } from './migrations/1700000000007-referral-codes.js';
import { AccountStates1700000000008 } from './migrations/1700000000008-account-states.js';
import { Google1700000000009 } from './migrations/1700000000009-google.js';
import { LoginGuard1700000000010 } from './migrations/1700000000010-login-guard.js';
import { LinkedIdentities1700000000011 } from './migrations/1700000000011-linked-identities.js';
import { RepeatedActivity1700000000015 } from './migrations/1700000000015-repeated-activity.js';
import { VouchedIdentities1700000000016 } from './migrations/1700000000016-vouched-identities.js';
import { MailboxesOfMails1700000000017 } from './migrations/1700000000017-mailboxes-of-mails.js';
import { DevicesOfSeveralAccounts1700000000018 } from './migrations/1700000000018-devices-of-several-accounts.js';
import { Session } from './sessions/session.entity.js';
import { SigningKey } from './sessions/signing-key.entity.js';
import { User } from './users/user.entity.js';

export const openDatabase = serviceDatabase({
  entities: [User, MailRequest, Session, SigningKey, ApiKey],
  migrations: [
    AuthTables1700000000002,
    RevocationCursor1700000000003,
    ManyVerificationLinks1700000000004,
    IndexesOfTheEnded1700000000005,
    Accounts1700000000006,
    ReferralCodes1700000000007,
    AccountStates1700000000008,
    Google1700000000009,
    LoginGuard1700000000010,
    LinkedIdentities1700000000011,
    RepeatedActivity1700000000015,
    VouchedIdentities1700000000016,
    MailboxesOfMails1700000000017,
    DevicesOfSeveralAccounts1700000000018,
  ],
});
