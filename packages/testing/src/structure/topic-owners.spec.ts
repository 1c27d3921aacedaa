import { SERVICE_LIST } from '@precis/runtime/service-list';
import { builtModule, repositoryFiles, textOf } from './repository-files.js';

interface Owned {
  name: string;
  writer: string;
  readers: string[];
}
type Events = Record<string, { topic: Owned; type: string; hasNoConsumer: boolean }>;

const sources = repositoryFiles(/^services\/[^/]+\/src\/.*\.ts$/)
  .filter((path) => !/(\.spec|\.suite)\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, text: textOf(path) }));
/** `service event` for each match of the pattern. */
const mentions = (pattern: RegExp) =>
  [
    ...new Set(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(pattern)].map(([, event]) => `${path.split('/')[1]} ${event}`),
      ),
    ),
  ].sort();

/** The rights at Kafka are derived from the catalogue. A missing right stops a service; an excess right lets another service write in its name. */
describe('who announces and who consumes an event', () => {
  let topics: Owned[];
  let events: Events;
  beforeAll(async () => {
    topics = (await builtModule<{ TOPICS: Owned[] }>('packages/events', 'catalogue/topics')).TOPICS;
    events = (await builtModule<{ EVENTS: Events }>('packages/events', 'catalogue/events')).EVENTS;
  });

  it('is in services.json as the services handle it; of a type that nobody consumes the catalogue says so', () => {
    const nameOf = (topic: string, type: string) =>
      Object.keys(events).find((name) => events[name].topic.name === topic && events[name].type === type);
    const listed = SERVICE_LIST.flatMap(({ name: service, consumes }) =>
      Object.entries(consumes).flatMap(([topic, types]) =>
        types.map((type) => ({ service, event: nameOf(topic, type) ?? `none: ${topic} ${type}` })),
      ),
    );
    expect(listed.map(({ service, event }) => `${service} ${event}`).sort()).toEqual(
      mentions(/@OnEvent\(EVENTS\.(\w+)\)/g),
    );
    const consumed = new Set(listed.map(({ event }) => event));
    const marked = Object.keys(events).filter((name) => events[name].hasNoConsumer);
    expect(marked).toEqual(Object.keys(events).filter((name) => !consumed.has(name)));
  });

  it('is in the catalogue as the services announce it, each event by the writer of its topic', () => {
    const declared = Object.entries(events).map(([name, { topic }]) => `${topic.writer} ${name}`);
    expect(declared.sort()).toEqual(mentions(/\bEVENTS\.(\w+)\.of\(/g));
  });

  it('is defined nowhere else: no service writes a topic or a row of the outbox past the catalogue', () => {
    expect(mentions(/('[a-z-]+\.[a-z-]+\.v\d+'|\baddToOutbox\b|new EventType\b)/g)).toEqual([]);
  });

  it('is in the table of ARCHITECTURE.md', () => {
    const rows = [...textOf('ARCHITECTURE.md').matchAll(/^\| ([a-z-]+\.[a-z-]+\.v\d+)[^|]*\|[^|]*\| ([a-z]+) \|$/gm)];
    expect(rows.map(([, name, writer]) => ({ name, writer }))).toEqual(
      topics.map(({ name, writer }) => ({ name, writer })),
    );
  });
});
