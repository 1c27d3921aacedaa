import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './repository-files.js';

const PROTO = join(ROOT, 'proto');
const environment = {
  ...process.env,
  NODE_OPTIONS: '',
  PATH: join(ROOT, 'node_modules/.bin') + delimiter + process.env.PATH,
};
const buf = (...args: string[]) => execFileSync('buf', args, { cwd: PROTO, env: environment, encoding: 'utf8' });
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function protoOfParentCommit(): string | undefined {
  try {
    git('cat-file', '-e', 'HEAD~1:proto/buf.yaml');
    return git('rev-parse', 'HEAD~1');
  } catch {
    return undefined;
  }
}

describe('proto', () => {
  it('passes buf lint', () => {
    buf('lint');
  });

  it('is generated as committed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'precis-gen-'));
    try {
      buf('generate', '--output', folder);
      const generated = globSync('gen/**/*.ts', { cwd: folder }).sort();
      expect(generated).toEqual(globSync('gen/**/*.ts', { cwd: PROTO }).sort());
      const readIn = (root: string) => generated.map((path) => [path, readFileSync(join(root, path), 'utf8')]);
      expect(readIn(folder)).toEqual(readIn(PROTO));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('breaks no contract of the previous commit', () => {
    const parent = protoOfParentCommit();
    if (parent !== undefined) buf('breaking', '--against', `${join(ROOT, '.git')}#ref=${parent},subdir=proto`);
  });
});
