import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFiles, ROOT } from './repository-files.js';

const MODULES = join(ROOT, 'node_modules');
const run = promisify(execFile);

/** Folders that `make build` makes besides the compiled TypeScript, and that programs read at their start. */
export const BUILT_ASIDE = ['web/dist', 'services/mcp/dist/package'];

/** A copy of the repository in its own folder and git repository, with the installed packages of the original. */
export class RepositoryCopy {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'precis-copy-')));

  constructor() {
    for (const path of repositoryFiles(/./)) cpSync(join(ROOT, path), join(this.folder, path));
    mkdirSync(join(this.folder, 'node_modules/@precis'), { recursive: true });
    for (const name of readdirSync(MODULES).filter((one) => one !== '@precis' && one !== '.cache'))
      symlinkSync(join(MODULES, name), join(this.folder, 'node_modules', name));
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('-c', 'user.name=copy', '-c', 'user.email=copy@precis.example', 'commit', '--quiet', '--message', 'copy');
  }

  /** Links the workspaces as npm does: an import of one of them must reach the copy. */
  linkWorkspaces(): void {
    const manifests = this.git('ls-files', '--cached', '--others', '*/package.json').split('\n');
    for (const manifest of manifests.filter((path) =>
      /^(proto|(packages|services)\/[^/]+)\/package\.json$/.test(path),
    )) {
      const { name } = JSON.parse(readFileSync(join(this.folder, manifest), 'utf8')) as { name: string };
      symlinkSync(join(this.folder, dirname(manifest)), join(this.folder, 'node_modules', name));
    }
  }

  /** Paths that differ from the commit, new and changed ones. */
  difference(): { added: string[]; changed: string[] } {
    const lines = this.git('status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);
    const pathsOf = (isAdded: boolean) =>
      lines.filter((line) => line.startsWith('??') === isAdded).map((line) => line.slice(3));
    return { added: pathsOf(true), changed: pathsOf(false) };
  }

  /** Runs a program of node_modules, or a file of the copy, with this Node. Rejects with the whole output when it fails. */
  async node(words: string[], settings: Record<string, string> = {}): Promise<string> {
    try {
      const { stdout, stderr } = await run(process.execPath, words, {
        cwd: this.folder,
        // A program in the copy must not write into the results of this run.
        env: { ...process.env, NODE_OPTIONS: '', PRECIS_RESULTS: '', ...settings },
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout + stderr;
    } catch (error) {
      const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
      throw new Error(`${words.join(' ')}\n${stdout ?? ''}${stderr || message}`, { cause: error });
    }
  }

  /** Runs the test files whose path matches `pattern` but not `left`. */
  jest(pattern: string, left: string): Promise<string> {
    return this.node([
      'node_modules/jest/bin/jest.js',
      '--testPathPatterns',
      pattern,
      '--testPathIgnorePatterns',
      left,
      'sample-template/',
    ]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private git(...words: string[]): string {
    return execFileSync('git', words, { cwd: this.folder, encoding: 'utf8' });
  }
}
