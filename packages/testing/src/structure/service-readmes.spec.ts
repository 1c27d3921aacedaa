import { calledBy, SERVICE_LIST } from '@precis/runtime/service-list';
import { basename, join } from 'node:path';
import { textOf } from './repository-files.js';
import { settingsIn } from './service-settings.js';

const services = [...SERVICE_LIST.map(({ name }) => name), 'standalone'];
const workspaces = [...services.map((name) => `services/${name}`), 'packages/site'];

/** Settings in the first column of the README's table. `<SERVICE>_ADDRESS` stands for the address of each service that it calls. */
function described(workspace: string, service: string): Set<string> {
  const readme = textOf(join(workspace, 'README.md'));
  const [, table = ''] = /^\| setting \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  const firstColumn = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return new Set(
    firstColumn.flatMap((cell) => [
      ...[...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name),
      ...(cell.includes('`<SERVICE>_ADDRESS`') ? calledBy(service).map(({ setting }) => setting) : []),
    ]),
  );
}

describe('the settings in the README of a service', () => {
  it.each(workspaces)('%s: are those that its process knows, all of them and no others', async (workspace) => {
    const { names } = await settingsIn(workspace);
    expect(names.size).toBeGreaterThan(5);
    expect([...described(workspace, basename(workspace))].sort()).toEqual([...names].sort());
  });
});
