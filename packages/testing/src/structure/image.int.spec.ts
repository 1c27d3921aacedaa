import { SERVICE_LIST } from '@precis/runtime/service-list';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

const all = SERVICE_LIST.map(({ name }) => name);
/** Thousands of files each: the full run takes all, the small one a service with events and database, and the one without. */
const services = process.env.FULL ? all : ['auth', 'gateway'];
const workspaces = [...services.map((name) => `services/${name}`), 'packages/audit', 'packages/operator'];
const env = { PATH: process.env.PATH };
let folders: Map<string, string>;

beforeAll(() => {
  folders = new Map(workspaces.map((workspace) => [workspace, mkdtempSync(join(tmpdir(), 'precis-image-'))]));
  for (const [workspace, folder] of folders)
    execFileSync(process.execPath, [join(ROOT, 'deploy/assemble-image.main.mjs'), workspace, folder], {
      env,
      stdio: 'pipe',
    });
}, 300_000);
afterAll(() => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
});

const start = (workspace: string, program: string) =>
  spawnSync(process.execPath, [program], {
    cwd: join(folders.get(workspace)!, workspace),
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });

function expectNothingOfTests(folder: string): void {
  const left = globSync('{packages,services,proto}/**/{*.spec.js,src,testing,fixture,contract}', { cwd: folder });
  expect(left).toEqual([]);
  const modules = readdirSync(join(folder, 'node_modules'));
  expect(modules.filter((name) => /embedded|jest|typescript|swc/.test(name))).toEqual([]);
}

describe('an image', () => {
  it.each(services)(
    'has all that the service %s loads: it comes as far as asking for its settings',
    (service) => {
      expect(start(`services/${service}`, 'dist/main.js').stderr).toContain(
        `Configuration of ${service} is not usable`,
      );
    },
    90_000,
  );

  it('of a service has neither others nor the sandbox, nor tests, sources or a Postgres', () => {
    const folder = folders.get('services/auth')!;
    expect(readdirSync(join(folder, 'services')).sort()).toEqual(['auth', 'services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['events', 'runtime']);
    expectNothingOfTests(folder);
  });

  it('of the audit comes as far as asking for its databases, and has no service, no sandbox and no tests', () => {
    const { status, stderr } = start('packages/audit', 'dist/main.js');
    expect(status).toBe(2);
    expect(stderr).toContain('AUTH_DATABASE_URL');
    const folder = folders.get('packages/audit')!;
    expect(readdirSync(folder).sort()).toEqual(['node_modules', 'packages', 'proto', 'services']);
    expect(readdirSync(join(folder, 'services'))).toEqual(['services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['audit', 'events', 'runtime']);
    expectNothingOfTests(folder);
  }, 90_000);

  it("of the operator's program says where it looks, and has no service, no sandbox and no tests", () => {
    const { status, stderr } = start('packages/operator', 'dist/main.js');
    expect(status).toBe(2);
    expect(stderr).toContain('OPERATOR_SECRET');
    const folder = folders.get('packages/operator')!;
    expect(readdirSync(join(folder, 'services'))).toEqual(['services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['events', 'operator', 'runtime']);
    expectNothingOfTests(folder);
  }, 90_000);

  it('of auth has the command that makes the topics', () => {
    expect(start('services/auth', '../../packages/events/dist/operator/create-topics.main.js').stderr).toContain(
      'KAFKA_BROKERS',
    );
  }, 90_000);

  it('of the gateway has its pages', () => {
    expect(readdirSync(join(folders.get('services/gateway')!, 'services/gateway/pages')).sort()).toEqual(
      readdirSync(join(ROOT, 'services/gateway/pages')).sort(),
    );
  });
});
