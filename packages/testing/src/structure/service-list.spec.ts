import { CALLERS, SERVICE_LIST } from '@precis/runtime/service-list';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT, textOf } from './repository-files.js';

const names = SERVICE_LIST.map(({ name }) => name);

describe('services/services.json', () => {
  it('lists every folder of services/ except standalone, which starts them all', () => {
    const folders = repositoryFiles(/^services\/[^/]+\/package\.json$/).map((path) => path.split('/')[1]);
    expect([...names, 'standalone'].sort()).toEqual(folders);
  });

  it('names RPC services that proto/ declares, and those with a database have the command that migrates it', () => {
    for (const { name, rpc, database } of SERVICE_LIST) {
      expect([name, existsSync(join(ROOT, `services/${name}/src/migrate.main.ts`))]).toEqual([name, database]);
      if (!rpc) continue;
      const [, folder, version, service] = /^([a-z-]+)\.(v\d+)\.(\w+)$/.exec(rpc)!;
      expect(folder).toBe(name);
      expect(textOf(`proto/${name}/${version}/${name}.proto`)).toContain(`service ${service} {`);
    }
  });

  // OPS-5: a caller that an RPC lists and no service admits, or the reverse, is a mistake in one of the two.
  it('names as callers services and operators, each of whom some RPC of the service admits', () => {
    expect(CALLERS.filter((caller) => ![...names, 'operator'].includes(caller))).toEqual([]);
    const refused = SERVICE_LIST.flatMap(({ name, callers }) => {
      const sources = repositoryFiles(new RegExp(`^services/${name}/src/.*\\.controller\\.ts$`))
        .map(textOf)
        .join('\n');
      const admitted = [...sources.matchAll(/@Callers\(([^)]*)\)/g)].map(([, list]) => list).join(', ');
      return callers.filter((caller) => !admitted.includes(`'${caller}'`)).map((caller) => `${caller} at ${name}`);
    });
    expect(refused).toEqual([]);
  });

  it('is the only list of the services: no source that ships names three of them in a row', () => {
    const one = `['"](${names.join('|')})['"]`;
    const row = new RegExp(`${one}\\s*,\\s*${one}\\s*,\\s*${one}`);
    const sources = repositoryFiles(/\.(ts|mjs|cjs|sh)$/).filter(
      (path) => !/(\.spec|\.suite|\.e2e)\.ts$|\/testing\/src\/|\/src\/testing\//.test(path),
    );
    expect(sources.filter((path) => row.test(textOf(path)))).toEqual([]);
  });
});
