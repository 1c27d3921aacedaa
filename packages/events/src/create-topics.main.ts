import { createLogger } from '@precis/runtime/logger';
import { brokerList } from './broker-list.js';
import { createTopics } from './create-topics.js';

const brokers = brokerList(process.env.KAFKA_BROKERS);
if (brokers.length === 0) throw new Error('KAFKA_BROKERS names no broker (host:port,host:port)');
const replicationFactor = process.env.KAFKA_REPLICATION_FACTOR ? Number(process.env.KAFKA_REPLICATION_FACTOR) : undefined;
const access = { brokers, prefix: process.env.KAFKA_PREFIX, clientId: 'create-topics', logger: createLogger('create-topics') };
const created = await createTopics({ ...access, replicationFactor });
console.log(created.length > 0 ? `created ${created.join(', ')}` : 'all topics exist');
