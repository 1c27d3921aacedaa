import { serviceDatabase } from '@precis/events/schema/service-database';
import { Delivery } from './mails/delivery.entity.js';
import { Deliveries1700000000002 } from './migrations/1700000000002-deliveries.js';

export const openDatabase = serviceDatabase({ entities: [Delivery], migrations: [Deliveries1700000000002] });
