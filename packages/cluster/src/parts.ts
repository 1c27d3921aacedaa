import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './cluster-home.js';
import { command } from './install/kubernetes.js';
import { helm } from './install/release.js';

const ALERTS_LIMIT_MS = 600_000;

/** One part of `make test-cluster`. The parts run on one installed release, in the order of PARTS, except those with `beside`. */
export interface Part {
  name: string;
  what: string;
  /** Built test files, as globs below packages/, or a step without tests of ours. */
  run: string[] | (() => Promise<unknown>);
  /** Name patterns of the tests that apply only to another deployment. */
  leftOut?: string[];
  /** Runs at the same time as the part of this name, if both run, because neither disturbs the other. That part must have no `beside` of its own. */
  beside?: string;
  form: Form;
}

/** The smallest form of `make test-cluster` that a part belongs to. The build machine runs the short one; larger forms include smaller ones. */
type Form = 'short' | 'usual' | 'full';

/** Parts that audit the databases come first, because later ones change the dates of payments and terms. */
const PARTS: Part[] = [
  { name: 'helm-test', what: "the chart's own test", run: runHelmTest, form: 'short' },
  part('missing-secret', 'a missing or wrong secret ends an install with a text that names it', 'short'),
  part('requests', 'what each pod uses under load, beside what the chart requests for it', 'full'),
  part('under-load', 'eviction and deaths of pods at 50 calls a second; the audit', 'full'),
  part('upgrade', 'an upgrade and its rollback at 50 calls a second; the audit', 'full'),
  part('autoscaling', 'the gateway gets copies under load, and loses them again', 'full'),
  part('probes', 'readiness fails without a database, liveness when the event loop is frozen', 'usual'),
  {
    name: 'alerts',
    what: 'every alert fires, and stays silent, in its tests',
    run: runAlertTests,
    beside: 'probes',
    form: 'usual',
  },
  {
    ...part('manifests', 'renders, checked with the schemas of this Kubernetes, helm lint and kube-score', 'short'),
    beside: 'probes',
  },
  part('rights', 'databases, topics and RPCs of others, tried from inside the pods', 'short'),
  {
    name: 'contract',
    what: 'the HTTP contract, through the web Service',
    run: ['e2e/dist/contract/contract.e2e.js'],
    form: 'short',
    leftOut: [
      // These test the sandbox, which only `make start` has.
      'has a page for people that shows the mail',
      'shows nothing to a web site whose own name',
      'info names the ways to pay, and which of them are only stood in for',
      // In this deployment the web app's host answers these requests, with other bodies and headers. Its own tests cover them.
      '404 in the specified body: (GET|OPTIONS) /(nowhere|%00)',
      '(405: \\w+ |OPTIONS )/(unsubscribe)?(, with| 204)',
      'every answer has an X-Request-Id of its own, also errors, pages',
      'answers cannot be sniffed, framed or cached',
    ],
  },
  { ...part('scenarios', 'business scenarios', 'usual'), beside: 'contract' },
  part('shapes', 'every shape of the chart, installed and removed', 'usual'),
];

function part(name: string, what: string, form: Form): Part {
  return { name, what, run: [`cluster/dist/guarantees/${name}.cluster.js`], form };
}

/** The named parts; without a name those of the usual form, or of the form `--short` or `--full`. */
export function wantedParts(words: string[]): Part[] {
  const names = words.filter((word) => !word.startsWith('--'));
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`no part ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`);
  if (names.length > 0) return PARTS.filter(({ name }) => names.includes(name));
  const forms: Form[] = ['short'];
  if (!words.includes('--short')) forms.push('usual');
  if (words.includes('--full')) forms.push('full');
  return PARTS.filter(({ form }) => forms.includes(form));
}

/** The parts in their order, in groups that run one after another. The parts of a group run at the same time. */
export function groupsOf(parts: Part[]): Part[][] {
  const isBeside = ({ beside }: Part) => parts.some(({ name }) => name === beside);
  const groups = parts
    .filter((part) => !isBeside(part))
    .map((first) => [first, ...parts.filter(({ beside }) => beside === first.name)]);
  if (groups.flat().length !== parts.length) throw new Error('a part is beside one that is beside another');
  return groups;
}

/** Runs a part. Returns the seconds that it took; throws when anything in it failed. */
export async function runPart(part: Part, environment: Record<string, string>): Promise<number> {
  const startedMs = Date.now();
  const { run } = part;
  if (typeof run === 'function') await run();
  else await runJest(run, part, environment);
  return Math.round((Date.now() - startedMs) / 1_000);
}

/** A chart without tests would pass too, so the output must name a test. */
async function runHelmTest(): Promise<void> {
  const said = await helm('test', 'precis', '--namespace', 'precis', '--logs');
  console.log(said);
  if (!/Phase:\s+Succeeded/.test(said)) throw new Error('helm test ran no test');
}

/** check-alerts.sh fails where promtool is missing. */
function runAlertTests(): Promise<string> {
  return command([join(repositoryFolder, 'charts/precis/alerts/check-alerts.sh')], undefined, ALERTS_LIMIT_MS);
}

async function runJest(globs: string[], part: Part, environment: Record<string, string>): Promise<void> {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: join(repositoryFolder, 'packages') }));
  const words = [
    '--disable-warning=TimeoutNegativeWarning',
    join(repositoryFolder, 'node_modules/jest/bin/jest.js'),
    ...['--config', join(repositoryFolder, 'packages/cluster/jest.config.mjs'), '--runInBand'],
    '--runTestsByPath',
    ...files.map((file) => join(repositoryFolder, 'packages', file)),
    ...(part.leftOut ? ['--testNamePattern', `^(?!.*(${part.leftOut.join('|')}))`] : []),
  ];
  const child = spawn(process.execPath, words, {
    cwd: repositoryFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new Error(`jest ended with ${String(code)}`);
}
