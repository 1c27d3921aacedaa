import { testKafka } from '@precis/testing/kafka';
import { busContract } from './bus-contract.js';
import { kafkaHarness } from './kafka-harness.js';

busContract('kafka', async () => {
  const kafka = await testKafka();
  return kafkaHarness(kafka.brokers, kafka.stop);
});
