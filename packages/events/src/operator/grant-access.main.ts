import { createLogger } from '@precis/runtime/logger';
import { grantAccess } from './grant-access.js';
import { readKafkaAccess } from '../kafka/kafka-settings.js';

const { granted, withdrawn } = await grantAccess(
  readKafkaAccess('grant-access', process.env, createLogger('grant-access')),
);
for (const line of granted) console.log(`granted: ${line}`);
for (const line of withdrawn) console.log(`withdrawn: ${line}`);
if (granted.length + withdrawn.length === 0) console.log('all rights are as declared');
