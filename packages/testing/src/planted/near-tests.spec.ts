import { fileOf, ImportGraph, importsOf } from './import-graph.js';
import { inBatches, nearestTests } from './near-tests.js';
import { redTestsIn } from './run-reaching-tests.js';

/** A repository of these files, each with the given imports. */
function graphOf(files: Record<string, string[]>): ImportGraph {
  const texts = Object.entries(files).map(
    ([path, names]) => [path, names.map((name) => `import '${name}';\n`).join('')] as const,
  );
  return new ImportGraph(new Map(texts));
}

describe('the imports of a file', () => {
  it.each([
    ["import { a, type B } from './a.js';", ['./a.js']],
    ["import {\n  a,\n  b,\n} from '@precis/runtime/clock';", ['@precis/runtime/clock']],
    ["import './setup.js';", ['./setup.js']],
    ["export { a } from './a.js';", ['./a.js']],
    ["const { a } = await import('./a.js');", ['./a.js']],
    ["new URL('text.worker.js', import.meta.url)", ['./text.worker.js']],
    ["import type { A } from './a.js';", []],
    ["import type { A } from './a.js';\nimport { b } from './b.js';", ['./b.js']],
  ])('are found in %j', (text, names) => {
    expect(importsOf(text)).toEqual(names);
  });

  it('lead to files of all workspaces, and nowhere for packages from outside', () => {
    const known = new Set(['packages/a/src/x.ts', 'services/b/src/y.ts', 'proto/gen/c/v1/z.ts', 'web/src/page.tsx']);
    const from = 'services/b/src/deep/file.ts';
    expect(fileOf(from, '../y.js', known)).toBe('services/b/src/y.ts');
    expect(fileOf(from, '@precis/a/x', known)).toBe('packages/a/src/x.ts');
    expect(fileOf(from, '@precis/b/y', known)).toBe('services/b/src/y.ts');
    expect(fileOf(from, '@precis/proto/c/v1/z', known)).toBe('proto/gen/c/v1/z.ts');
    expect(fileOf('web/src/main.tsx', './page', known)).toBe('web/src/page.tsx');
    expect(fileOf(from, 'typeorm', known)).toBeUndefined();
  });
});

describe('the tests that reach a file', () => {
  const RULE = 'services/a/src/quota/limit.rule.ts';

  it('come with those of its own folder first, then by distance, then by size', () => {
    const graph = graphOf({
      [RULE]: [],
      'services/a/src/quota/quota.usecase.ts': ['./limit.rule.js'],
      'services/a/src/quota/quota.int.spec.ts': ['./quota.usecase.js'],
      'services/a/src/large.spec.ts': ['./quota/limit.rule.js', 'typeorm'],
      'services/a/src/small.spec.ts': ['./quota/limit.rule.js'],
      'services/a/src/service.ts': ['./quota/quota.usecase.js'],
      'services/a/src/service.int.spec.ts': ['./service.js'],
      'services/b/src/other.spec.ts': [],
    });
    const nearest = ['quota/quota.int', 'small', 'large', 'service.int'].map(
      (name) => `services/a/src/${name}.spec.ts`,
    );
    expect(nearestTests(graph, RULE, '')).toEqual(nearest);
    expect(nearestTests(graph, RULE, '', 2)).toEqual(nearest.slice(0, 2));
  });

  it('come with those first, of equally near ones, that mention words of the changed line', () => {
    const graph = graphOf({
      [RULE]: [],
      'services/a/src/small.spec.ts': ['./quota/limit.rule.js'],
      'services/a/src/large.spec.ts': ['./quota/limit.rule.js', 'checkout'],
    });
    const names = ['large', 'small'].map((name) => `services/a/src/${name}.spec.ts`);
    expect(nearestTests(graph, RULE, "accountLimits: ['checkout'],")).toEqual(names);
  });

  it('are found although files import each other in a circle', () => {
    const graph = graphOf({ 'services/a/src/one.ts': ['./two.js'], 'services/a/src/two.ts': ['./one.js'] });
    expect([...graph.distancesTo('services/a/src/one.ts')]).toEqual([
      ['services/a/src/one.ts', 0],
      ['services/a/src/two.ts', 1],
    ]);
  });

  it('are without those that start brokers', () => {
    const graph = graphOf({
      [RULE]: [],
      'packages/testing/src/kafka.ts': [],
      'services/a/src/over-brokers.int.spec.ts': ['./quota/limit.rule.js', '@precis/testing/kafka'],
      'services/a/src/kafka-limit.int.spec.ts': ['./quota/limit.rule.js'],
    });
    expect(nearestTests(graph, RULE, '')).toEqual([]);
  });

  it('are asked in groups that grow, each once', () => {
    const files = Array.from({ length: 12 }, (_, nr) => String(nr));
    expect(inBatches(files).map(({ length }) => length)).toEqual([1, 2, 3, 4, 2]);
    expect(inBatches(files).flat()).toEqual(files);
    expect(inBatches([])).toEqual([]);
  });

  it('are named by their run when they fail', () => {
    const printed =
      'PASS a.spec.ts\nFAILED TEST  b.spec.ts: a rule holds: always\nFAILED TEST  c.spec.ts: the file itself\n';
    expect(redTestsIn(printed)).toEqual([
      { file: 'b.spec.ts', test: 'a rule holds: always' },
      { file: 'c.spec.ts', test: 'the file itself' },
    ]);
  });
});
