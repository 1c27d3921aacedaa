import { encodeEvent } from '@precis/events/event-message';
import { openKafkaBus } from '@precis/events/kafka/kafka-bus';
import { TOPICS } from '@precis/events/catalogue/topics';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { eventually } from '@precis/testing/eventually';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { register, registerWithKey } from '../deployment/accounts.js';
import { buyTerm } from '../deployment/checkout.js';
import { databaseRows } from '../deployment/database-rows.js';
import type { Distributed } from '../deployment/distributed.js';
import { DATABASE_SERVICES } from '../deployment/distributed-settings.js';
import { kafkaAccessOf } from '../deployment/kafka-logins.js';
import { Payers } from './payers.js';

const ARRIVAL_MS = 30_000;
/** The periodic check for ended terms runs every half minute. */
const TURN_MS = 90_000;

/** Separate processes on a Kafka where each service has its own login and only its own rights. */
export function kafkaRightsScenario(using: () => Distributed): void {
  describe('with no right on Kafka but its own', () => {
    const rows = async (sql: string) =>
      (await Promise.all(DATABASE_SERVICES.map((name) => databaseRows(using().databaseUrls[name], sql)))).flat();
    const happened = () => rows(`SELECT DISTINCT topic, topic || ' ' || type AS event FROM outbox`);

    it('every service announces and reads all that it should', async () => {
      await boughtPlanThatEndsSoon();
      const { key } = await registerWithKey(using());
      const body = { url: 'https://www.youtube.com/watch?v=precisDemo1', custom_prompt: 'What may a service do?' };
      // The last of Free's three videos also announces an event.
      for (let video = 1; video <= 3; video++)
        expect((await using().call('POST', '/api/youtube/summarize', { key, body })).status).toBe(200);
      await jobBatchAndDeletedTranscript();
      await eventually(
        'the end of the plan is announced, and all else',
        async () => silent(await happened()).length === 0,
        TURN_MS,
      );
      await eventually(
        'every event is published',
        async () => (await rows('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0,
        ARRIVAL_MS,
      );
      const announced = await happened();
      expect(silent(announced)).toEqual([]);
      // A group may read a topic for an event that nothing here causes, such as the deletion of an account.
      const reading = SERVICE_LIST.flatMap(({ name, consumes }) =>
        Object.entries(consumes)
          .filter(([topic, types]) => types.some((type) => announced.some(({ event }) => event === `${topic} ${type}`)))
          .map(([topic]) => `${topic} at ${name}`),
      );
      const handled = async () => {
        const found = await rows(
          `SELECT DISTINCT topic || ' at ' || consumer_group AS place FROM consumed_events WHERE state = 'done'`,
        );
        return reading.every((place) => found.some((one) => one.place === place));
      };
      await eventually('every group has handled events of every topic that it reads', handled, ARRIVAL_MS);
    }, 180_000);

    const silent = (announced: { topic?: string }[]) =>
      TOPICS.map(({ name }) => name).filter((name) => !announced.some(({ topic }) => topic === name));

    /** Usage announces the end of a job and of a batch, and the deletion of a summary of a supplied transcript. */
    async function jobBatchAndDeletedTranscript(): Promise<void> {
      const { key } = await registerWithKey(using());
      const url = 'https://www.youtube.com/watch?v=precisDemo1';
      const send = (path: string, body: object) => using().call('POST', path, { key, body });
      const transcript = [0, 10, 20].map((start) => ({ start, text: `The pump number ${start} lifts the water.` }));
      expect((await send('/api/youtube/summarize', { transcript })).status).toBe(200);
      const [{ id }] = (await using().call('GET', '/api/youtube/summaries', { key })).body.summaries as {
        id: string;
      }[];
      expect((await using().call('DELETE', `/api/youtube/summaries/${id}`, { key })).status).toBe(200);
      const headers = { prefer: 'respond-async' };
      const job = await using().call('POST', '/api/youtube/summarize', { key, body: { url }, headers });
      expect(job.status).toBe(202);
      expect((await send('/api/youtube/batches', { items: [{ url }] })).status).toBe(202);
    }

    /** A referred account buys the plan; its end is moved to the day after tomorrow. */
    async function boughtPlanThatEndsSoon(): Promise<void> {
      const payers = new Payers(using);
      const referrer = await register(using());
      const payer = await payers.referredBy(referrer);
      await buyTerm(using(), payer, { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' });
      await payers.untilWallet(referrer, 1.35);
      await databaseRows(using().databaseUrls.billing, `UPDATE terms SET ends_at = now() + interval '2 days'`);
    }

    it('nobody but billing can tell usage of a plan', async () => {
      const userId = randomUUID();
      const unlimited = { plan: 'enterprise', videosPerMonth: 2 ** 31 - 1, fromSeconds: 0, toSeconds: 0 };
      const payload = Buffer.from(
        SubscriptionChanged.encode({
          userId,
          version: 2 ** 31 - 1,
          freeVideosPerMonth: 0,
          timetable: [unlimited],
        }).finish(),
      );
      const row = {
        position: '1',
        event_id: randomUUIDv7(),
        topic: 'billing.subscription.v1',
        key: userId,
        type: 'subscription-changed',
        payload,
        occurred_at: new Date(),
        correlation_id: 'x',
        traceparent: null,
      };
      for (const user of DATABASE_SERVICES.filter((name) => name !== 'billing')) {
        const bus = await openKafkaBus(kafkaAccessOf(using().kafka, user));
        await expect(bus.publish([encodeEvent(row, 'billing')])).rejects.toMatchObject({
          type: 'TOPIC_AUTHORIZATION_FAILED',
        });
        await bus.close();
      }
      // The gateway's credentials are not valid at Kafka.
      const stranger = await openKafkaBus({
        ...kafkaAccessOf(using().kafka),
        sasl: { mechanism: 'plain', username: 'gateway', password: using().operator.OPERATOR_SECRET },
      });
      await expect(stranger.publish([encodeEvent(row, 'billing')])).rejects.toThrow();
      await stranger.close();
    });
  });
}
