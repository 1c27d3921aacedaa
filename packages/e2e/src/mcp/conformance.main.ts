import { McpEndpoint } from '@precis/mcp/http/mcp-endpoint';
import { readConfig } from '@precis/mcp/config';
import { createLogger } from '@precis/runtime/logger';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { PROGRAM } from './mcp-clients.js';

/**
 * `make mcp-conformance`: runs the official suite against the product's /mcp, calls every tool over stdio with the official inspector,
 * and checks the bundle with its official tool. The programs come from the npm registry, in pinned versions, into a temporary folder.
 */
const PROGRAMS = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
  '@anthropic-ai/mcpb@2.1.2',
];
/** By revision, the scenarios that need no fixture. The suite itself leaves out those of the other revision. */
const SCENARIOS: Record<string, string[]> = {
  '2025-06-18': ['server-initialize', 'ping', 'logging-set-level', 'tools-list', 'resources-list', 'prompts-list'],
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'logging-set-level',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
    'caching',
    'sep-2164-resource-not-found',
  ],
};
const WITH_FIXTURE = ['tools-call-error'];
const VIDEO = 'https://youtu.be/precisDemo1';

const folder = await mkdtemp(join(tmpdir(), 'precis-conformance-'));
const product = await StandaloneProcess.inFreshFolder({ PASSWORD_HASHING: 'light' });
const fixtures = await startFixtures();
const failed: string[] = [];
try {
  await run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    folder,
    ...PROGRAMS,
  ]);
  for (const [revision, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios) await conforms(product.url, scenario, revision);
  for (const revision of Object.keys(SCENARIOS))
    for (const scenario of WITH_FIXTURE) await conforms(fixtures.url, scenario, revision);
  await inspect();
  await validate();
} finally {
  fixtures.close();
  await product.discard();
  await rm(folder, { recursive: true, force: true });
}
console.log(failed.length === 0 ? 'All of it passed.' : `FAILED:\n  ${failed.join('\n  ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function conforms(url: string, scenario: string, revision: string): Promise<void> {
  const args = ['server', '--url', `${url}/mcp`, '--scenario', scenario, '--spec-version', revision];
  const { code, output } = await program('conformance', args);
  const [, passed] = /Passed: (\d+\/\d+)/.exec(output) ?? [];
  note(`${revision} ${scenario}`, code === 0 && passed !== undefined, passed ?? 'nothing was checked', output);
}

/** The same endpoint with the one tool that a scenario calls. The SDK handles its error like that of any tool. */
async function startFixtures() {
  const config = readConfig({ PUBLIC_URL: 'http://localhost', API_URL: product.url });
  const endpoint = new McpEndpoint(config, createLogger('mcp', 'silent'), new Registry(), (server) =>
    server.registerTool('test_error_handling', { description: 'Fails' }, () => {
      throw new Error('This tool intentionally returns an error for testing');
    }),
  );
  const server = createServer((request, response) => void endpoint.answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Lists the tools and calls each of them, as a person at a terminal would. */
async function inspect(): Promise<void> {
  const { api_key: key } = await product.demo();
  const base = [
    '--cli',
    '-e',
    `PRECIS_API_KEY=${key}`,
    '-e',
    `PRECIS_BASE_URL=${product.url}`,
    process.execPath,
    PROGRAM,
  ];
  const asked = async (name: string, args: string[]): Promise<Record<string, any>> => {
    const { code, output } = await program('mcp-inspector', [...base, ...args]);
    const found = code === 0 ? (JSON.parse(output) as Record<string, any>) : {};
    note(`stdio ${name}`, code === 0 && found.isError !== true, code === 0 ? 'answered' : `exit ${code}`, output);
    return found;
  };
  const tool = (name: string, args: Record<string, string> = {}) =>
    asked(name, [
      ...['--method', 'tools/call', '--tool-name', name],
      ...Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${value}`]),
    ]);
  const { tools = [] } = await asked('tools/list', ['--method', 'tools/list']);
  note('stdio six tools', tools.length === 6, `${tools.length}`, '');
  await tool('summarize_video', { url: VIDEO, summary_type: 'short' });
  const { structuredContent: found } = await tool('search_summaries');
  await tool('get_summary', { handle: found?.external_content.summaries[0].id as string });
  await tool('get_video_info', { url: VIDEO });
  await tool('get_transcript', { url: VIDEO });
  await tool('get_usage');
}

/** Checks the bundle for desktop apps with its official tool: the manifest, and that it can be unpacked. */
async function validate(): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  const taken = await program('mcpb', ['unpack', PROGRAM.replace(/\.mjs$/, '.mcpb'), unpacked]);
  note('bundle unpack', taken.code === 0, `exit ${taken.code}`, taken.output);
  const valid = await program('mcpb', ['validate', join(unpacked, 'manifest.json')]);
  note('bundle manifest', valid.code === 0, `exit ${valid.code}`, valid.output);
}

function note(what: string, isGood: boolean, figure: string, output: string): void {
  console.log(`${isGood ? 'passed' : 'FAILED'}  ${what}: ${figure}`);
  if (isGood) return;
  failed.push(what);
  console.log(output.slice(-4_000));
}

/** Both programs need Node 22 or newer, so they run on the Node that runs this. */
function program(name: string, args: string[]) {
  return run(process.execPath, [join(folder, 'node_modules/.bin', name), ...args]);
}

async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output: code === 0 ? output : output + complaints };
}
