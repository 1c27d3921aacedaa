import { createLogger } from '@precis/runtime/logger';
import { parseArgs } from 'node:util';
import { grantAccess } from './grant-access.js';
import { readKafkaAccess } from '../kafka/kafka-settings.js';

/** With `--withdraw`, also takes rights away that this release does not declare: only after the previous release can no longer return. */
const { withdraw } = parseArgs({ options: { withdraw: { type: 'boolean', default: false } } }).values;
const { granted, withdrawn } = await grantAccess({
  ...readKafkaAccess('grant-access', process.env, createLogger('grant-access')),
  withdraw,
});
for (const line of granted) console.log(`granted: ${line}`);
for (const line of withdrawn) console.log(`withdrawn: ${line}`);
if (granted.length + withdrawn.length === 0) console.log('all declared rights are granted');
