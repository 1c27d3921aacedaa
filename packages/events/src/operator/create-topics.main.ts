import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { z } from 'zod';
import { createTopics } from './create-topics.js';
import { readKafkaAccess } from '../kafka/kafka-settings.js';

const access = readKafkaAccess('create-topics', process.env, createLogger('create-topics'));
const settings = parseConfig(
  'create-topics',
  z.object({ KAFKA_REPLICATION_FACTOR: z.literal('').or(z.coerce.number().int().min(1)).optional() }),
  process.env,
);
const created = await createTopics({ ...access, replicationFactor: settings.KAFKA_REPLICATION_FACTOR || undefined });
console.log(created.length > 0 ? `created ${created.join(', ')}` : 'all topics exist');
