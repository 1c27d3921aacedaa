import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, IMPORT_RULES } from '../structure/import-report.js';
import { ROOT } from '../structure/repository-files.js';

describe('import rules', () => {
  it('each catch their planted violation', () => {
    const { violations } = cruise(join(ROOT, 'packages/testing/import-rules'));
    const caught = new Set(violations.map(({ rule }) => rule.name));
    const rules = createRequire(import.meta.url)(IMPORT_RULES).forbidden as { name: string }[];
    expect(rules.map((rule) => rule.name).filter((name) => !caught.has(name))).toEqual([]);
  }, 60_000);
});
