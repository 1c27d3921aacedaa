import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterHome } from '../cluster-home.js';
import { runInto } from '../machine/run-loud.js';

const run = promisify(execFile);

/** buildah with its own storage, so that the machine's containers are neither seen nor changed. */
export class Buildah {
  constructor(private readonly home: ClusterHome) {}

  /** Runs one command and returns its output, without the final newline. */
  async command(...words: string[]): Promise<string> {
    const [program, ...rest] = await this.words(words);
    const { stdout } = await run(program, rest, { env: this.environment, maxBuffer: 20_000_000 });
    return stdout.trim();
  }

  /** Runs a command that takes minutes, with its output in a log. */
  async build(log: string, ...words: string[]): Promise<void> {
    await mkdir(this.home.logs, { recursive: true });
    await runInto(join(this.home.logs, log), await this.words(words), { env: this.environment });
  }

  async has(image: string): Promise<boolean> {
    return this.command('inspect', '--type', 'image', '--format', '{{.FromImageID}}', image).then(
      () => true,
      () => false,
    );
  }

  /** Makes an image of one layer: a folder's files, owned by root. */
  async imageOf(folder: string, image: string, base: string, ...settings: string[]): Promise<void> {
    const container = await this.command('from', '--pull-never', base);
    try {
      await this.command('add', '--quiet', '--chown', '0:0', container, folder, '/');
      if (settings.length > 0) await this.command('config', ...settings, container);
      await this.command('commit', '--quiet', container, image);
    } finally {
      await this.command('rm', container);
    }
  }

  private async words(words: string[]): Promise<string[]> {
    const { storage } = this.home;
    await mkdir(join(storage, 'tmp'), { recursive: true });
    const store = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run'), '--storage-driver', 'overlay'];
    return ['buildah', ...store, ...words];
  }

  private get environment(): NodeJS.ProcessEnv {
    // The machine's settings for storage and builds must not affect the result. chroot needs no network of its own.
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: join(this.home.storage, 'tmp'),
      BUILDAH_ISOLATION: 'chroot',
      CONTAINERS_CONF: '/dev/null',
    };
  }
}
