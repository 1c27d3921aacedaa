import { promisify } from 'node:util';
import type { Spies } from './jest-object.js';

/** Only signals: libraries add other listeners once, when they are loaded. */
const LISTENED = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** A closing server needs some turns of the event loop; a handle that is open longer is a leak. */
const GRACE_MS = 15_000;
/** The original functions: a file may leave fake timers and another clock. */
const pause = promisify(setTimeout);
const nowMs = performance.now.bind(performance);
const LOOK_EVERY_MS = 20;
/** Functions that tests replace by hand, in addition to the global ones. */
const REPLACED = [
  { name: 'Date.now', read: () => Date.now },
  { name: 'Math.random', read: () => Math.random },
  { name: 'performance.now', read: () => performance.now },
  { name: 'process.stdout.write', read: () => process.stdout.write },
  { name: 'process.stderr.write', read: () => process.stderr.write },
];
/** Globals that jest itself sets for each file. */
const OF_JEST = new Set(
  'jest expect describe fdescribe xdescribe it fit xit test xtest beforeAll afterAll beforeEach afterEach console'.split(
    ' ',
  ),
);

/** Registries that libraries keep for the whole process, created when they are first loaded. */
const OF_LIBRARIES = /^(__|typeormMetadataArgsStorage$|Swagger\w+Storage$)/;

/** The state that a test file could leave to the next one in the same process. */
export interface ProcessState {
  environment: Record<string, string | undefined>;
  folder: string;
  listeners: Record<string, number>;
  globals: Map<string, unknown>;
  replaced: unknown[];
  resources: Map<string, number>;
}

/** The present state, for a later comparison by leftBehind(). */
export function stateOfProcess(): ProcessState {
  // Node opens them on first access.
  void [process.stdin, process.stdout, process.stderr];
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    listeners: Object.fromEntries(LISTENED.map((signal) => [signal, process.listenerCount(signal)])),
    globals: globals(),
    replaced: REPLACED.map(({ read }) => read()),
    resources: openResources(),
  };
}

/** The changes that a file leaves in the process, in words. Waits for handles that are still closing. */
export async function leftBehind(before: ProcessState, spies: Spies): Promise<string[]> {
  const left = [
    ...changedEnvironment(before),
    ...(process.cwd() === before.folder ? [] : [`the working folder ${process.cwd()}`]),
    ...LISTENED.filter((signal) => process.listenerCount(signal) !== before.listeners[signal]).map(
      (signal) => `other listeners of ${signal}`,
    ),
    ...changedGlobals(before.globals),
    ...REPLACED.filter(({ read }, index) => read() !== before.replaced[index]).map(({ name }) => `another ${name}`),
    ...spies
      .filter(({ object, key, original }) => isSpy(key, Object.getOwnPropertyDescriptor(object, key)?.value, original))
      .map(({ key }) => `a spy on ${String(key)}`),
  ];
  return [...left, ...(await openStill(before.resources))];
}

/**
 * Whether a spy was left in place. `fetch` is an exception, because MSW restores another function than the original. So is a spy on a spy, because
 * its original is the first spy.
 */
function isSpy(key: PropertyKey, value: unknown, original: unknown): boolean {
  const isMock = (one: unknown) => (one as { _isMockFunction?: boolean } | undefined)?._isMockFunction === true;
  return value !== original && (isMock(value) || (key !== 'fetch' && !isMock(original)));
}

function changedEnvironment({ environment }: ProcessState): string[] {
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
  return [...names].filter((name) => environment[name] !== process.env[name]).map((name) => `the variable ${name}`);
}

/** The values of the globals. Getters are not called, because Node creates many globals on first access. */
function globals(): Map<string, unknown> {
  return new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis)).map(([name, { value }]) => [name, value as unknown]),
  );
}

function changedGlobals(before: Map<string, unknown>): string[] {
  const after = globals();
  const lost = [...before.keys()].filter((name) => !after.has(name)).map((name) => `no global ${name}`);
  const changed = [...after].flatMap(([name, value]) => {
    if (OF_JEST.has(name) || OF_LIBRARIES.test(name)) return [];
    if (!before.has(name)) return [`a new global ${name}`];
    const was = before.get(name);
    return was === undefined || Object.is(was, value) ? [] : [`another global ${name}`];
  });
  return [...lost, ...changed];
}

/** The resources that keep the event loop alive, by kind. */
function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

async function openStill(before: Map<string, number>): Promise<string[]> {
  const more = () =>
    [...openResources()]
      .map(([kind, count]) => ({ kind, count: count - (before.get(kind) ?? 0) }))
      // jest's own next step is an immediate.
      .filter(({ kind, count }) => kind !== 'Immediate' && count > 0)
      .map(({ kind, count }) => `${count} ${kind}`);
  const untilMs = nowMs() + GRACE_MS;
  while (more().length > 0 && nowMs() < untilMs) await pause(LOOK_EVERY_MS);
  return more();
}
