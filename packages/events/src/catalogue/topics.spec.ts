import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from '@precis/testing/structure/repository-files';
import { TOPICS } from './topics.js';

const sources = repositoryFiles(/^services\/[^/]+\/src\/.*\.ts$/);
const named = new Set(
  sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/'([a-z-]+\.[a-z-]+\.v\d+)'/g)].map((match) => match[1]),
  ),
);
const topics = TOPICS.map(({ name }) => name);

describe('the declared topics', () => {
  // On Kafka an undeclared one does not exist: its events would wait in the outbox for ever.
  it('hold every topic that a service announces on or consumes', () => {
    expect(named.size).toBeGreaterThanOrEqual(4);
    expect([...named].filter((name) => !topics.includes(name))).toEqual([]);
  });

  it('are declared once each, and those that are read from their beginning later are kept for ever', () => {
    expect(new Set(topics).size).toBe(topics.length);
    const kept = TOPICS.filter(({ name }) => name === 'auth.user.v1' || name.startsWith('billing.'));
    expect(kept.filter(({ retentionMs }) => retentionMs !== undefined)).toEqual([]);
  });
});
