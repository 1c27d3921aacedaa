import { serviceDatabase } from '@precis/events/schema/service-database';
import { Deliveries1700000000002 } from './migrations/1700000000002-deliveries.js';
import { DeliveryQueue1700000000003 } from './migrations/1700000000003-delivery-queue.js';
import { DeliveryRetention1700000000004 } from './migrations/1700000000004-delivery-retention.js';
import { ErasedAccounts1700000000005 } from './migrations/1700000000005-erased-accounts.js';
import { OutgoingWebhooks1700000000006 } from './migrations/1700000000006-outgoing-webhooks.js';
import { DeletedEndpoints1700000000008 } from './migrations/1700000000008-deleted-endpoints.js';
import { HeldDeliveries1700000000009 } from './migrations/1700000000009-held-deliveries.js';

export const openDatabase = serviceDatabase({
  migrations: [
    Deliveries1700000000002,
    DeliveryQueue1700000000003,
    DeliveryRetention1700000000004,
    ErasedAccounts1700000000005,
    OutgoingWebhooks1700000000006,
    DeletedEndpoints1700000000008,
    HeldDeliveries1700000000009,
  ],
});
