import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryFiles, ROOT, textOf } from './repository-files.js';

const RECIPES: Record<string, number> = {
  'A route': 8,
  'A setting': 4,
  'A metric': 4,
  'A column': 4,
  'An event': 7,
  'A service': 7,
  'An engine': 6,
};

const guide = textOf('CONTRIBUTING.md');

/** Paths from the root in backticks: with a slash, or a file of the root by its ending. Commands and names of commits are none. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, span]) => span)
    .filter((span) => /^(\.?[\w-]+\/)+[\w.-]*$|^[\w.-]+\.(md|yml|cjs)$|^\.[\w-]+\.cjs$/.test(span));
}

function recipesIn(text: string): Map<string, string> {
  const sections = text.split(/^### /m).slice(1);
  return new Map(sections.map((section) => [section.split('\n')[0], section.split(/^## /m)[0]]));
}

const missing = (paths: string[]) => paths.filter((path) => !existsSync(join(ROOT, path)));

describe('CONTRIBUTING.md', () => {
  it('says on its first screen how to run and test', () => {
    const screen = guide.split('\n').slice(0, 25).join('\n');
    for (const command of ['make dev', 'make test-one FILE=', 'make start', 'make test', 'make lint', 'npm run dev'])
      expect(screen).toContain(command);
  });

  it('names only files that exist', () => {
    expect(pathsIn(guide).length).toBeGreaterThan(40);
    expect(missing(pathsIn(guide))).toEqual([]);
  });

  it('has a recipe for all that people add, as numbered steps with real files', () => {
    const recipes = recipesIn(guide);
    expect([...recipes.keys()]).toEqual(Object.keys(RECIPES));
    for (const [name, text] of recipes) {
      const paths = new Set(pathsIn(text));
      expect({ name, steps: (text.match(/^\d+\. /gm) ?? []).length > 2 }).toEqual({ name, steps: true });
      expect({ name, files: paths.size >= RECIPES[name] || [...paths] }).toEqual({ name, files: true });
    }
  });

  it('names every file of the smallest service in the recipe for a service', () => {
    const recipe = recipesIn(guide).get('A service')!;
    const files = repositoryFiles(/^packages\/testing\/sample-template\/new\//).map((path) => basename(path));
    expect(files.filter((file) => !recipe.includes(`${file}\``))).toEqual([]);
  });
});

describe('the check of recipes', () => {
  it('finds a file that is gone, in a recipe and elsewhere', () => {
    const text = 'See `services/usage/src/gone.ts`, `gone.md`, `services/usage/src/config.ts` and `make test`.';
    expect(missing(pathsIn(text))).toEqual(['services/usage/src/gone.ts', 'gone.md']);
  });

  it('takes no command, option or code for a path', () => {
    expect(
      pathsIn('`make test`, `npm run dev`, `x.rule.ts`, `@OnEvent(EVENTS.x)`, `feat(usage): ...`, `/readyz`'),
    ).toEqual([]);
  });

  it('ends a recipe where the next one or the next chapter begins', () => {
    const recipes = recipesIn('### A\n1. a\n### B\n1. b\n## C\nc');
    expect([...recipes]).toEqual([
      ['A', 'A\n1. a\n'],
      ['B', 'B\n1. b\n'],
    ]);
  });
});
