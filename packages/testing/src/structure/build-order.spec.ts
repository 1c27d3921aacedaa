import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

describe('the order of the build', () => {
  // A missing reference builds on a machine with an older dist/, and fails in a fresh clone.
  it('is written in every tsconfig.json as services.json and the package.json files say', () => {
    const { stderr } = spawnSync(process.execPath, [join(ROOT, 'services/write-references.main.mjs'), '--check'], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
});
