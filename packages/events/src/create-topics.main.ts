import { createLogger } from '@precis/runtime/logger';
import { brokerList } from './broker-list.js';
import { createTopics } from './create-topics.js';

const brokers = brokerList(process.env.KAFKA_BROKERS);
if (brokers.length === 0) throw new Error('KAFKA_BROKERS names no broker (host:port,host:port)');
const replicationFactor = process.env.KAFKA_REPLICATION_FACTOR ? Number(process.env.KAFKA_REPLICATION_FACTOR) : undefined;
const created = await createTopics({ brokers, clientId: 'create-topics', prefix: process.env.KAFKA_PREFIX, logger: createLogger('create-topics'), replicationFactor });
console.log(created.length > 0 ? `created ${created.join(', ')}` : 'all topics exist');
