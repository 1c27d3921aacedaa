import { SERVICE_LIST } from '@precis/runtime/service-list';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

interface Owned {
  name: string;
  writer: string;
  readers: string[];
}

const TOPIC = /'([a-z-]+\.[a-z-]+\.v\d+)'/g;
const READ = /@OnEvent\('([^']+)'/g;
const HANDLED = /@OnEvent\('([^']+', '[^']+)'/g;
const sources = repositoryFiles(/^services\/[^/]+\/src\/.*\.ts$/).filter(
  (path) => !/(\.spec|\.suite)\.ts$|\/testing\//.test(path),
);
/** `service topic` for each mention that the pattern finds. */
const mentions = (pattern: RegExp, without?: RegExp) =>
  [
    ...new Set(
      sources.flatMap((path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        return [...(without ? text.replace(without, '') : text).matchAll(pattern)].map(
          ([, topic]) => `${path.split('/')[1]} ${topic}`,
        );
      }),
    ),
  ].sort();

/** The rights at Kafka are made of this declaration: one that lacks stops a service, one too many lets another speak in its name. */
describe('who writes and who reads a topic', () => {
  let topics: Owned[];
  // By path and at run time: events is built on this package.
  beforeAll(
    async () =>
      void (topics = ((await import(join(ROOT, 'packages/events/src/catalogue/topics.ts'))) as { TOPICS: Owned[] })
        .TOPICS),
  );

  it('is declared as the services handle events', () => {
    expect(topics.flatMap(({ name, readers }) => readers.map((reader) => `${reader} ${name}`)).sort()).toEqual(
      mentions(READ),
    );
  });

  it('is declared in services.json, type by type', () => {
    const declared = SERVICE_LIST.flatMap(({ name, consumes }) =>
      Object.entries(consumes).flatMap(([topic, types]) => types.map((type) => `${name} ${topic}', '${type}`)),
    );
    expect(declared.sort()).toEqual(mentions(HANDLED));
    const known = new Set(topics.map(({ name }) => name));
    expect(SERVICE_LIST.flatMap(({ consumes }) => Object.keys(consumes)).filter((topic) => !known.has(topic))).toEqual(
      [],
    );
  });

  it('is declared as the services announce them', () => {
    expect(topics.map(({ name, writer }) => `${writer} ${name}`).sort()).toEqual(mentions(TOPIC, READ));
  });

  it('is in ARCHITECTURE.md', () => {
    const rows = [
      ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(
        /^\| ([a-z-]+\.[a-z-]+\.v\d+)[^|]*\|[^|]*\| ([a-z]+) \|$/gm,
      ),
    ];
    expect(rows.map(([, name, writer]) => ({ name, writer }))).toEqual(
      topics.map(({ name, writer }) => ({ name, writer })),
    );
  });
});
