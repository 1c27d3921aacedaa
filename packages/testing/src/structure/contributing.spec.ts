import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryFiles, ROOT, textOf } from './repository-files.js';

const RECIPES = [
  'A route',
  'A setting',
  'A metric',
  'A column',
  'An event',
  'A service',
  'An engine',
  'A summary type',
  'A payment method',
];
/** The most commands that a reader can remember. */
const TEST_COMMANDS = 8;
/** Commands for releases and for the chart, which the READMEs of packages/testing and packages/cluster explain. */
const NOT_LISTED = ['test-bare', 'test-cluster'];

/** Names that the compiler and vite define. */
const OF_TOOLS = ['d', 'config'];

const guide = textOf('CONTRIBUTING.md');

/** Paths from the root in backticks: they have a slash, or end like a file of the root. Commands and commit names do not match. */
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
  it('explains on its first screen how to run and test', () => {
    const screen = guide.split('\n').slice(0, 25).join('\n');
    for (const command of ['make dev', 'make test-one FILE=', 'make start', 'make test', 'make lint', 'npm run dev'])
      expect(screen).toContain(command);
  });

  it(`lists each test command once, ${TEST_COMMANDS} at most`, () => {
    const [list] = guide.split(/^## /m);
    const listed = [...list.matchAll(/^- `make ([a-z-]+)/gm)].map(([, target]) => target);
    const there = [...textOf('Makefile').matchAll(/^(lint|test[a-z-]*):/gm)].map(([, target]) => target);
    expect(listed.sort()).toEqual(there.filter((target) => !NOT_LISTED.includes(target)).sort());
    expect(listed.length).toBeLessThanOrEqual(TEST_COMMANDS);
  });

  it('explains each file suffix in use, and no other', () => {
    const suffixesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, suffix]) => suffix);
    const rows = suffixesIn(guide, /^\| (`\..*?) \|/gm).join(' ');
    const files = repositoryFiles(/^(services|packages|web)\/.*\.tsx?$/).join('\n');
    const used = new Set(suffixesIn(files, /\.([a-z]+)\.tsx?$/gm).filter((suffix) => !OF_TOOLS.includes(suffix)));
    expect([...new Set(suffixesIn(rows, /\.([a-z]+)\.(?:tsx?|mjs)`/g))].sort()).toEqual([...used].sort());
  });

  it('names only files that exist', () => {
    expect(missing(pathsIn(guide))).toEqual([]);
  });

  it('has a recipe for everything that people add, as numbered steps with real files', () => {
    const recipes = recipesIn(guide);
    expect([...recipes.keys()]).toEqual(RECIPES);
    for (const [name, text] of recipes) {
      expect({ name, steps: (text.match(/^\d+\. /gm) ?? []).length > 2 }).toEqual({ name, steps: true });
      expect({ name, paths: pathsIn(text) }).not.toEqual({ name, paths: [] });
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
});
