import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { BUILT_ASIDE, RepositoryCopy } from '../structure/repository-copy.js';
import { editedFiles, SAMPLE_TEMPLATE } from './sample-edits.js';
const NEW_FILES_LIMIT = 12;
/** Generated files: proto/gen by `make proto`, the rest by services/write-references.main.mjs. */
const GENERATED =
  /^proto\/gen\/|(^|\/)tsconfig(\.imports)?\.json$|^services\/standalone\/package\.json$|^charts\/precis\/files\/services\.json$/;
/**
 * Left out are checks that cannot work in the copy: of the chart's renders, which need helm; of images, because the copy has only links to the
 * installed packages; and of the lockfile, which knows the new service only after `npm install`.
 */
const LEFT = 'chart(-security)?\\.spec|image\\.int|supply-chain';
/** The small run also leaves out the check that generates all of proto/ again. */
const LEFT_SMALL = `${LEFT}|proto\\.spec`;
const LIMIT_MS = 600_000;

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = new RepositoryCopy();
  cpSync(join(SAMPLE_TEMPLATE, 'new'), copy.folder, { recursive: true });
  const read = (path: string) => readFileSync(join(copy.folder, path), 'utf8');
  for (const [path, text] of editedFiles(read)) writeFileSync(join(copy.folder, path), text);
  copy.linkWorkspaces();
  await copy.node(['services/write-references.main.mjs']);
  const bin = join(copy.folder, 'node_modules/.bin');
  await copy.node(
    ['--eval', `process.chdir('proto'); require('node:child_process').execFileSync('buf', ['generate'])`],
    {
      PATH: bin + delimiter + process.env.PATH,
    },
  );
}, LIMIT_MS);
afterAll(() => copy?.remove());

/** Shows the cost of a new service, and that nothing else must know of it. */
describe('a service that is added', () => {
  it(`is at most ${NEW_FILES_LIMIT} files, and lines in four others`, () => {
    const { added, changed } = copy.difference();
    const written = (paths: string[]) => paths.filter((path) => !GENERATED.test(path)).sort();
    expect(written(changed)).toEqual([
      'docker-compose.yml',
      'services/gateway/src/rpc-clients.ts',
      'services/services.json',
      'services/standalone/src/start-services.ts',
    ]);
    expect(written(added)).toEqual(
      repositoryFiles(/^packages\/testing\/sample-template\/new\//)
        .map((path) => path.replace('packages/testing/sample-template/new/', ''))
        .sort(),
    );
    expect(written(added).length).toBeLessThanOrEqual(NEW_FILES_LIMIT);
  });

  it(
    'builds with everything around it',
    async () => {
      await copy.node(['node_modules/ts7/bin/tsc', '-b']);
      // jest looks for the folders of all its projects, including that of the pages.
      for (const built of BUILT_ASIDE) cpSync(join(ROOT, built), join(copy.folder, built), { recursive: true });
    },
    LIMIT_MS,
  );

  it(
    'meets the format and, in the full run, lint',
    async () => {
      const { added, changed } = copy.difference();
      const written = [...added, ...changed].filter((path) => !path.startsWith('proto/'));
      const sources = written.filter((path) => path.endsWith('.ts'));
      await copy.node(['node_modules/oxfmt/bin/oxfmt', '--check', ...written]);
      if (process.env.FULL) await copy.node(['node_modules/oxlint/bin/oxlint', '--type-aware', ...sources]);
    },
    LIMIT_MS,
  );

  it(
    'passes the checks of the structure, starts in standalone, and its own test is found',
    async () => {
      const pattern = 'structure/|services/sample/|standalone/dist/start-services';
      const printed = await copy.jest(pattern, process.env.FULL ? LEFT : LEFT_SMALL);
      for (const file of ['structure/compose', 'services/sample/dist/service.int', 'start-services'])
        expect(printed).toMatch(new RegExp(`PASS .*${file}\\.spec\\.js`));
    },
    LIMIT_MS,
  );

  if (process.env.FULL)
    it(
      'is audited, hears of a registration and answers, in standalone and as a process of its own',
      async () => {
        cpSync(join(SAMPLE_TEMPLATE, 'check'), copy.folder, { recursive: true });
        await copy.node(['node_modules/ts7/bin/tsc', '-b']);
        const printed = await copy.jest('e2e/dist/.*sample-service\\.e2e|audit/.*\\.int\\.spec', LEFT);
        for (const file of ['sample-service.e2e', 'audit/dist/audit.int.spec', 'audit/dist/audit-command.int.spec'])
          expect(printed).toMatch(new RegExp(`PASS .*${file}\\.js`));
      },
      LIMIT_MS,
    );
});
