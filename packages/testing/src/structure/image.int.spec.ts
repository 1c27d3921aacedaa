import { SERVICE_LIST } from '@precis/runtime/service-list';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

const all = SERVICE_LIST.map(({ name }) => name);
/** Thousands of files each: the full run takes all, the small one a service with events and database, and the one without. */
const services = process.env.FULL ? all : ['auth', 'gateway'];
const env = { PATH: process.env.PATH };
let folders: Map<string, string>;

beforeAll(() => {
  folders = new Map(services.map((service) => [service, mkdtempSync(join(tmpdir(), 'precis-image-'))]));
  for (const [service, folder] of folders)
    execFileSync(process.execPath, [join(ROOT, 'services/assemble-image.main.mjs'), service, folder], {
      env,
      stdio: 'pipe',
    });
}, 300_000);
afterAll(() => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
});

const start = (service: string, program: string) =>
  spawnSync(process.execPath, [program], {
    cwd: join(folders.get(service)!, 'services', service),
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });

describe("a service's image", () => {
  it.each(services)(
    'has all that %s loads: it comes as far as asking for its settings',
    (service) => {
      expect(start(service, 'dist/main.js').stderr).toContain(`Configuration of ${service} is not usable`);
    },
    90_000,
  );

  it('has neither other services nor the sandbox, nor tests, sources or a Postgres', () => {
    const folder = folders.get('auth')!;
    expect(readdirSync(join(folder, 'services')).sort()).toEqual(['auth', 'services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['events', 'runtime']);
    expect(globSync('{packages,services,proto}/**/{*.spec.js,src,testing,fixture,contract}', { cwd: folder })).toEqual(
      [],
    );
    expect(
      readdirSync(join(folder, 'node_modules')).filter((name) => /embedded|jest|typescript|swc/.test(name)),
    ).toEqual([]);
  });

  it('of auth has the command that makes the topics', () => {
    expect(start('auth', '../../packages/events/dist/operator/create-topics.main.js').stderr).toContain(
      'KAFKA_BROKERS',
    );
  }, 90_000);

  it('of the gateway has its pages', () => {
    expect(readdirSync(join(folders.get('gateway')!, 'services/gateway/pages')).sort()).toEqual(
      readdirSync(join(ROOT, 'services/gateway/pages')).sort(),
    );
  });
});
