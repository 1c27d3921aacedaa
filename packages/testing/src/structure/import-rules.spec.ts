import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
/** Below it the cruiser has not understood the sources, and would find nothing wrong with anything. */
const MODULE_FLOOR = 300;

interface Report {
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
}

function cruise(folder: string): Report {
  const args = [CRUISER, '--config', CONFIG, '--output-type', 'json', 'services', 'packages', 'web/src'];
  try {
    return JSON.parse(
      execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, NODE_OPTIONS: '' },
      }),
    );
  } catch (error) {
    const printed = (error as { stdout?: string }).stdout;
    if (!printed) throw error;
    return JSON.parse(printed);
  }
}

describe('import rules', () => {
  it('hold in the whole repository', () => {
    const { summary } = cruise(ROOT);
    expect(summary.totalCruised).toBeGreaterThan(MODULE_FLOOR);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 120_000);

  it('each catch their planted violation', () => {
    const { summary } = cruise(join(ROOT, 'packages/testing/import-rules'));
    const caught = new Set(summary.violations.map(({ rule }) => rule.name));
    const rules = createRequire(import.meta.url)(CONFIG).forbidden as { name: string }[];
    expect(rules.map((rule) => rule.name).filter((name) => !caught.has(name))).toEqual([]);
  }, 60_000);
});
