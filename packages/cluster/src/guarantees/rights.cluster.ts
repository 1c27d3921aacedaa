import { TOPICS } from '@precis/events/catalogue/topics';
import { accessRights } from '@precis/events/operator/access-rights';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../cluster-home.js';
import { clusterState, type ClusterState } from '../install/cluster-state.js';
import { podsOf, runInPod } from '../testing/pods.js';
import { type Targets, TRESPASS, type Tries } from '../testing/trespass.js';

jest.setTimeout(300_000);

const WRONG_DATABASE = '42501';
const WRONG_PASSWORD = '28P01';
/** kafkajs returns Kafka's error code for some requests, and its message for others. */
const TOPIC_REFUSED = /TOPIC_AUTHORIZATION_FAILED|Topic authorization failed/;
const UNAUTHENTICATED = '16';
const withDatabase = SERVICE_LIST.filter(({ database }) => database).map(({ name }) => name);
const withRpcs = SERVICE_LIST.filter(({ rpc }) => rpc);

/** Paths of all RPCs of a service, by its proto file. */
function pathsOf(service: string, rpc: string): string[] {
  const text = readFileSync(join(repositoryFolder, `proto/${service}/v1/${service}.proto`), 'utf8');
  return [...text.matchAll(/^ {2}rpc (\w+)\(/gm)].map(([, method]) => `/${rpc}/${method}`);
}

describe('a compromised pod', () => {
  let state: ClusterState;
  beforeAll(() => {
    state = clusterState();
  });

  it.each([...SERVICE_LIST.map(({ name }) => name), 'web'])(
    'of %s reaches no database, topic or RPC of another service',
    async (name) => {
      const rights = accessRights(TOPICS, '').filter(({ user, kind }) => user === name && kind === 'topic');
      const may = (topic: string, verb?: 'write') =>
        rights.some((right) => right.name === topic && (verb === undefined || right.may === verb));
      const rpcsOf = (admits: boolean) =>
        withRpcs
          .filter((other) => other.name !== name && other.callers.includes(name) === admits)
          .flatMap((other) =>
            pathsOf(other.name, other.rpc!).map((path) => ({ address: `${state.fullname}-${other.name}:50051`, path })),
          );
      const topics = TOPICS.map((topic) => topic.name);
      const targets: Targets = {
        databases: withDatabase.filter((other) => other !== name).map((other) => `precis_${other}`),
        foreign: topics.filter((topic) => !may(topic)),
        unwritable: topics.filter((topic) => !may(topic, 'write')),
        rpcs: rpcsOf(false),
        // The call has no body, so an admitted caller is refused for that reason and nothing happens.
        admitted: rpcsOf(true).slice(0, 1),
        caller: name,
      };
      const [pod] = (await podsOf(state, name)).filter(({ ready, leaving }) => ready && !leaving);
      const tries = JSON.parse(await runInPod(state, pod, TRESPASS, JSON.stringify(targets))) as Tries;

      if (withDatabase.includes(name)) {
        const { own, ...others } = tries.databases;
        expect(own).toBe('open');
        expect(others).toEqual(
          Object.fromEntries(
            targets.databases.flatMap((other) => [
              [`${other} by the own role`, WRONG_DATABASE],
              [`${other} by its role`, WRONG_PASSWORD],
            ]),
          ),
        );
        for (const kind of ['foreign', 'unwritable'] as const) {
          expect(Object.keys(tries[kind]).sort()).toEqual([...targets[kind]].sort());
          expect(Object.entries(tries[kind]).filter(([, code]) => !TOPIC_REFUSED.test(code))).toEqual([]);
        }
      } else {
        expect(tries.credentials.filter((variable) => /DATABASE|KAFKA/.test(variable))).toEqual([]);
      }
      expect(Object.entries(tries.rpcs).filter(([, code]) => code !== UNAUTHENTICATED)).toEqual([]);
      expect(Object.entries(tries.admitted).filter(([, code]) => code === UNAUTHENTICATED)).toEqual([]);
      console.info(
        `${name}: ${Object.keys(tries.databases).length} tries at databases, ${Object.keys(tries.foreign).length + Object.keys(tries.unwritable).length} at topics, ${Object.keys(tries.rpcs).length} at RPCs`,
      );
    },
  );
});
