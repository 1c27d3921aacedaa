import { EVENTS } from '@precis/events/catalogue/events';
import { freshDatabase, type FreshDatabase } from '@precis/testing/postgres';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOKS, urlSettingOf } from './open-books.js';
import { REACTIONS } from './reactions.js';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'packages/audit/dist/main.js');

function runAudit(settings: Record<string, string>): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [MAIN],
      { env: { PATH: process.env.PATH, ...settings }, timeout: 30_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    ),
  );
}

describe('the command audit:invariants', () => {
  let empty: FreshDatabase;
  beforeAll(async () => void (empty = await freshDatabase()));
  afterAll(() => empty.drop());
  const urls = (url: string) => Object.fromEntries(BOOKS.map((book) => [urlSettingOf(book), url]));

  it('exits with 2 and names all missing settings together', async () => {
    const { code, printed } = await runAudit({});
    expect(code).toBe(2);
    for (const book of BOOKS) expect(printed).toContain(urlSettingOf(book));
  });

  it('exits with 2 when a database is away, and names the service without the secrets of the URL', async () => {
    const { code, printed } = await runAudit(urls('postgres://somebody:hidden-word@127.0.0.1:1/nothing'));
    expect(code).toBe(2);
    expect(printed).toContain(`the database of ${BOOKS[0]} cannot be read`);
    expect(printed).not.toContain('hidden-word');
  });

  it('exits with 2, not 0, when the databases have no tables', async () => {
    const { code, printed } = await runAudit(urls(empty.url));
    expect(code).toBe(2);
    expect(printed).toContain('I5 outbox-published: COULD NOT BE CHECKED');
  });

  it('knows every event handler of the services', () => {
    const found = globSync('services/*/src/**/*.consumer.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/@OnEvent\(EVENTS\.(\w+)\)/g)].map(([, name]) => {
        const { topic, type } = EVENTS[name as keyof typeof EVENTS];
        return `${topic.name} ${type} ${file.split('/')[1]}`;
      }),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.sort()).toEqual(REACTIONS.map(({ topic, type, to }) => `${topic} ${type} ${to}`).sort());
  });
});
