import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoAccount } from './demo-account.js';
import {
  freshFolder,
  postgresPidFile,
  removeFolder,
  runStandalone,
  type StandaloneTrial,
} from './testing/standalone-trial.js';

/** A long name with every character that a shell, a URL or a setting could misread. */
const ODD_NAME = `it's "odd" $HOME %s é日 ${'x'.repeat(180)}`;

describe('the data folder of make start', () => {
  let folder: string;
  let dataDir: string;
  const lives: StandaloneTrial[] = [];
  const start = () => {
    lives.push(runStandalone(dataDir));
    return lives.at(-1)!;
  };
  const demo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoAccount;
  beforeAll(async () => {
    folder = await freshFolder();
    await mkdir(join(folder, ODD_NAME));
    await symlink(join(folder, ODD_NAME), (dataDir = join(folder, 'link')));
  });
  afterAll(async () => {
    for (const { child } of lives) child.kill('SIGKILL');
    await removeFolder(folder);
  });

  it('may have any name; what is announced is true at once, the same after a kill -9 of Node alone, and nobody else gets in', async () => {
    const first = start();
    const url = await first.url();
    const facts = await demo();
    expect(Object.keys(facts).sort()).toEqual(['account_id', 'api_key', 'email', 'password', 'plan', 'url']);
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
    for (const fact of [facts.url, facts.email, facts.password, facts.api_key, facts.plan])
      expect(first.output()).toContain(fact);
    expect(await quotaOf(url, facts)).toBe('3000');

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.complaints()).toMatch(
      /^Precis did not start\. Precis is already running on .* \(process \d+\)\. Stop it first or set PRECIS_DATA_DIR to another folder\.\n$/,
    );
    expect(second.complaints()).toContain(`(process ${first.child.pid})`);

    first.child.kill('SIGKILL');
    await first.ended;
    const third = start();
    const urlAgain = await third.url();
    expect({ ...(await demo()), url: '' }).toEqual({ ...facts, url: '' });
    expect(await quotaOf(urlAgain, facts)).toBe('3000');

    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect(third.complaints()).toBe('');
    expect(existsSync(postgresPidFile(dataDir))).toBe(false);
    // Each of the two starts has its own limit; this is only a guard against hanging.
  }, 150_000);
});

/** The remaining quota of the demo's key, requested like the announced curl line. */
async function quotaOf(url: string, { api_key: key }: DemoAccount): Promise<string | null> {
  const body = JSON.stringify({ url: 'https://www.youtube.com/watch?v=precisDemo1', summary_type: 'short' });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/youtube/summarize`, { method: 'POST', headers, body });
  expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
  return answer.headers.get('x-ratelimit-limit');
}
