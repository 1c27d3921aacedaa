import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import { message } from '../contract/collector.js';
import { GroupMember } from '../fixture/group-member.js';
import { PARTITIONS } from '../fixture/kafka-event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { kafkaClient } from './kafka-client.js';
import { partitionOf } from '../outbox/murmur2.js';

const ROUNDS = process.env.FULL ? 6 : 1;
/** Far longer than usual, and half of the time for which such groups stood still. */
const MOVES_WITHIN_MS = 70_000;
/** Time for a JoinGroup to reach the broker, which holds it there. */
const ON_ITS_WAY_MS = 300;
const never = new AbortController().signal;
/** One key per partition. */
const KEYS = Array.from({ length: PARTITIONS }, (_, partition) =>
  Array.from({ length: 200 }, (_, i) => `k${i}`).find((key) => partitionOf(key, PARTITIONS) === partition)!,
);

/**
 * The sequence after which groups stood still for up to 144 s: the second member dies after it rejoined the group that changes because of the first
 * one's death. Its JoinGroup is valid, so the broker makes a dead process the leader of the next round.
 */
describe('both members of a group killed with -9 within 4 s of each other, and started again', () => {
  const shared = kafkaForAll(testKafka);
  const handled = new Set<string>();
  const members: GroupMember[] = [];
  let texts = 0;
  afterAll(() => Promise.all(members.map((member) => member.kill())));

  /** Publishes one message into each partition; returns a check whether all were handled. */
  async function publish(): Promise<() => boolean> {
    const batch = KEYS.map((key) => message(shared.fixture.topic, key, `text ${texts++}`));
    await shared.fixture.bus.publish(batch);
    return () => batch.every(({ value }) => handled.has(Buffer.from(value).toString()));
  }

  async function stable(): Promise<void> {
    const admin = kafkaClient(shared.fixture.access).admin();
    await admin.connect();
    await eventually(
      'the group is whole',
      async () => {
        const [{ state, members: joined }] = (await admin.describeGroups([shared.fixture.group])).groups;
        return state === 'Stable' && joined.length === members.length;
      },
      150_000,
    );
    await admin.disconnect();
  }

  it(
    'handle what waits soon after the second kill',
    async () => {
      const { kafka, fixture } = shared;
      for (let round = 0; round < ROUNDS; round++) {
        // The first member of a group leads it.
        await Promise.all(members.map((member) => member.kill()));
        const [leader, other] = [0, 1].map(() => new GroupMember(kafka.brokers, fixture.group, fixture.topic, handled));
        members.splice(0, 2, leader);
        leader.start();
        await stable();
        members.push(other);
        other.start();
        await stable();
        await eventually('the group works', await publish(), 60_000);

        await other.kill();
        other.start();
        await leader.joinsAgain(60_000);
        await pause(ON_ITS_WAY_MS, never);
        await leader.kill();
        leader.start();
        const done = await publish();
        await eventually('what waits is handled', done, MOVES_WITHIN_MS);
      }
    },
    ROUNDS * 400_000,
  );
});
