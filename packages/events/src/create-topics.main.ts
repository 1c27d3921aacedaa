import { createLogger } from '@precis/runtime/logger';
import { createTopics } from './create-topics.js';
import { readKafkaAccess } from './kafka-settings.js';

const access = readKafkaAccess('create-topics', process.env, createLogger('create-topics'));
const replicationFactor = process.env.KAFKA_REPLICATION_FACTOR ? Number(process.env.KAFKA_REPLICATION_FACTOR) : undefined;
const created = await createTopics({ ...access, replicationFactor });
console.log(created.length > 0 ? `created ${created.join(', ')}` : 'all topics exist');
