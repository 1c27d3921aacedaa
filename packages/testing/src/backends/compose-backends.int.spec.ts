import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../structure/repository-files.js';
import { composeBackends } from './compose-backends.js';

/** Tests only the decisions, with a fake docker program that records its calls. No test starts a container. */
describe('backends of docker compose', () => {
  let folder: string;
  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
  const environment = () => ({ ...process.env, PATH: `${folder}/bin:/usr/bin:/bin`, PRECIS_REDIS_PORT: '46999' });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'precis-compose-'));
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'deploy'));
    for (const file of ['deploy/make-env.main.mjs', 'docker-compose.yml'])
      await copyFile(join(ROOT, file), join(folder, file));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** `body` is the script that answers the calls. */
  async function docker(body: string): Promise<void> {
    await writeFile(
      join(folder, 'bin/docker'),
      `#!/bin/sh\necho "$*" >> ${folder}/calls\n[ "$1" != volume ] || exit 1\n${body}\n`,
    );
    await chmod(join(folder, 'bin/docker'), 0o755);
  }

  it('are unavailable when the client is there but its engine does not answer', async () => {
    await docker('[ "$1" != info ]');
    expect(await composeBackends(folder, environment(), ['redis'])).toBeUndefined();
    expect(await calls()).toEqual(['info']);
  });

  it('are started healthy, reached on loopback with the secrets of .env, and those that ran before are not stopped', async () => {
    await docker('case "$*" in "compose ps"*) echo postgres;; esac');
    const composed = await composeBackends(folder, environment(), ['postgres', 'redis', 'kafka']);
    const [, password] = /^PRECIS_POSTGRES_PASSWORD=(.*)$/m.exec(await readFile(join(folder, '.env'), 'utf8'))!;
    expect(composed!.addresses).toEqual({
      postgres: `postgres://postgres:${password}@127.0.0.1:45432/postgres`,
      redis: 'redis://127.0.0.1:46999',
      kafka: '127.0.0.1:49092',
    });
    expect((await calls()).at(-1)).toMatch(/^compose up --detach --wait --wait-timeout 300 postgres redis kafka$/);
    await composed!.stop();
    expect((await calls()).at(-1)).toBe('compose stop redis kafka');
  });

  it('leave nothing running when the start fails, and report the failure', async () => {
    await docker('case "$*" in *" up "*) echo "pull access denied" >&2; exit 1;; esac');
    await expect(composeBackends(folder, environment(), ['kafka'])).rejects.toThrow('pull access denied');
    expect((await calls()).at(-1)).toBe('compose stop kafka');
  });
});
