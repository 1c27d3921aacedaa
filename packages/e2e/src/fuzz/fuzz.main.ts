import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../deployment/call.js';
import { StandaloneProcess } from '../deployment/standalone-process.js';

/**
 * `make fuzz`: schemathesis sends requests that the OpenAPI document allows or forbids to its own standalone, and follows the links. It
 * fails on a 5xx, on an answer outside its schema, and when a required credential is not enforced. CASES: the least number, default
 * 5,000; SEED repeats a run.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'node_modules/.cache/precis-fuzz');
const VERSION = '4.32.5';
const CASES = Number(process.env.CASES ?? 5_000);
const SEED = process.env.SEED ?? String(Math.floor(Math.random() * 1_000_000));
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
];
/** Excluded, because they end the credential that the other requests use, or because only browsers call them. */
const LEFT_OUT = [
  '/api/auth/(logout|sessions|update-password|google)',
  '/api/api-key/',
  '/api/user/(account|profile|google-identities|export)',
  '/api/notifications/unsubscribe',
];
/** Operations that take a key: schemathesis gets a key for these, and a session for all others. */
const PUBLIC = '/api/(youtube/(?!playground)|usage/summary|requests|info|errors|status)';

async function installed(): Promise<string> {
  const program = join(FOLDER, `venv-${VERSION}/bin/schemathesis`);
  if (existsSync(program)) return program;
  await rm(join(FOLDER, `venv-${VERSION}`), { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const venv = join(FOLDER, `venv-${VERSION}`);
  try {
    await must('python3', ['-m', 'venv', venv]);
    await must(join(venv, 'bin/pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `schemathesis==${VERSION}`,
    ]);
  } catch {
    throw new Error(
      `make fuzz needs python3 with venv, and schemathesis ${VERSION} from PyPI, which could not be installed into ${venv}. Nothing was checked.`,
    );
  }
  return program;
}

/** Settles with the program's output, which is also shown as it arrives. */
function run(program: string, args: string[]): Promise<{ isWell: boolean; said: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: FOLDER });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ isWell: code === 0, said }));
  });
}

async function must(program: string, args: string[]): Promise<void> {
  const { isWell } = await run(program, args);
  if (!isWell) throw new Error(`${program} failed`);
}

interface Part {
  name: string;
  filter: string[];
  /** The scheme of the document that is used, and its credential as the configuration of schemathesis names it. */
  credential: { scheme: string; api_key: string } | { scheme: string; bearer: string };
  perOperation: number;
}

/**
 * Puts the credential into a configuration file instead of `--header`. With a header, schemathesis also sends made-up credentials for the other
 * schemes of the operation. It then treats the request as one with an invalid credential, and reports its success as a fault, although one valid
 * credential is enough (KEY-10). A configured credential is sent alone. Schemathesis omits it to test its absence, and replaces it by invalid ones
 * to test that each operation refuses them.
 */
async function configured({ name, credential: { scheme, ...value } }: Part): Promise<string> {
  const file = join(FOLDER, `${name}.toml`);
  const lines = Object.entries(value).map(([field, text]) => `${field} = ${JSON.stringify(text)}\n`);
  await writeFile(file, `[auth.openapi.${scheme}]\n${lines.join('')}`, { mode: 0o600 });
  return file;
}

/** Runs one part; returns how many cases were sent, and whether all passed. */
async function fuzz(program: string, url: string, part: Part) {
  const { filter, perOperation } = part;
  const args = [
    ...['--config-file', await configured(part)],
    'run',
    `${url}/api/openapi.json`,
    ...['--url', url, '--seed', SEED, '--max-examples', String(perOperation), '--checks', CHECKS.join(',')],
    ...['--request-timeout', '70', '--suppress-health-check', 'all', '--warnings', 'off', '--continue-on-failure'],
    ...filter,
  ];
  const { isWell, said } = await run(program, args);
  const cases = Number(/(\d+) generated/.exec(said)?.[1] ?? 0);
  return { isWell, cases };
}

const program = await installed();
const quiet = { LOG_LEVEL: 'warn', PASSWORD_HASHING: 'light' };
const fast = {
  THROTTLE_ENTERPRISE_PER_SECOND: '2000',
  THROTTLE_ENTERPRISE_BURST: '20000',
  THROTTLE_ADDRESS_PER_SECOND: '2000',
  THROTTLE_ADDRESS_BURST: '20000',
};
const precis = await StandaloneProcess.inFreshFolder({ ...quiet, ...fast });
try {
  const { email, password, api_key: key } = await precis.demo();
  const { body } = await call(precis.url, 'POST', '/api/auth/login', { body: { email, password } });
  const leftOut = `^(${[...LEFT_OUT, PUBLIC].join('|')})`;
  const parts: Part[] = [
    {
      name: 'key',
      filter: ['--include-path-regex', `^${PUBLIC}`],
      credential: { scheme: 'api-key', api_key: key },
      perOperation: Math.ceil(CASES / 30),
    },
    {
      name: 'session',
      filter: ['--exclude-path-regex', leftOut],
      credential: { scheme: 'session', bearer: body.token },
      perOperation: Math.ceil(CASES / 60),
    },
  ];
  let all = 0;
  for (const part of parts) {
    const { isWell, cases } = await fuzz(program, precis.url, part);
    console.log(`${part.name}: ${cases} cases, seed ${SEED}`);
    all += cases;
    if (!isWell) process.exitCode = 1;
  }
  if (all < CASES) {
    console.error(`${all} cases, fewer than ${CASES}`);
    process.exitCode = 1;
  }
} finally {
  await precis.stop();
  await rm(precis.dataDir, { recursive: true, force: true });
}
