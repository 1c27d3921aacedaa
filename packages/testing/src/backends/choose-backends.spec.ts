import { BACKENDS, type BackendName } from './backend.js';
import { type BackendWays, chooseBackends } from './choose-backends.js';
import { backendLines, notShownLines } from './backends-report.js';

/** Everything works unless `change` says otherwise; `asked` records the calls. */
function ways(change: Partial<BackendWays> = {}) {
  const asked: string[] = [];
  const usual: BackendWays = {
    reach: async (name, address) => (asked.push(`reach ${name} ${address}`), `${name} 1.0`),
    compose: async () => undefined,
    local: async (name) => (asked.push(`local ${name}`), `${name} of this machine`),
  };
  return { asked, ...usual, ...change };
}
const composed =
  (stop = async () => undefined) =>
  async (names: BackendName[]) => ({
    addresses: Object.fromEntries(names.map((name) => [name, `composed-${name}`])),
    stop,
  });
const fails = (message: string) => async (): Promise<never> => Promise.reject(new Error(message));
const chosen = async (environment: Record<string, string>, around: BackendWays) => {
  const { found } = await chooseBackends(environment, around);
  return Object.fromEntries(
    found.map(({ name, way, address }) => [name, address === undefined ? way : `${way} ${address}`]),
  );
};

describe('the choice of backends', () => {
  it('takes the named backend, else that of compose, else a local one', async () => {
    expect(await chosen({ TEST_REDIS_URL: 'redis://there' }, ways({ compose: composed() }))).toEqual({
      postgres: 'compose composed-postgres',
      redis: 'environment redis://there',
      kafka: 'compose composed-kafka',
    });
    expect(await chosen({ TEST_REDIS_URL: 'redis://there', TEST_KAFKA_BROKERS: '' }, ways())).toEqual({
      postgres: 'local',
      redis: 'environment redis://there',
      kafka: 'local',
    });
  });

  it('asks no container engine when every backend is named', async () => {
    const all = { TEST_POSTGRES_URL: 'p', TEST_REDIS_URL: 'r', TEST_KAFKA_BROKERS: 'k' };
    const around = ways({ compose: fails('asked') });
    expect((await chooseBackends(all, around)).notes).toEqual([]);
    expect(around.asked).toEqual(['reach postgres p', 'reach redis r', 'reach kafka k']);
  });

  it('never replaces a named backend that does not answer, but counts it as missing', async () => {
    const around = ways({ reach: fails('connection refused'), compose: composed() });
    const { found, missing } = await chooseBackends({ TEST_KAFKA_BROKERS: 'nowhere:1' }, around);
    expect(found.map(({ name, way }) => [name, way])).toEqual([
      ['postgres', 'local'],
      ['redis', 'local'],
    ]);
    expect(missing).toEqual([
      expect.objectContaining({
        name: 'kafka',
        cause: expect.stringContaining('TEST_KAFKA_BROKERS names one that cannot be used: connection refused'),
      }),
    ]);
  });

  it('continues with local backends when compose fails, and reports it', async () => {
    const choice = await chooseBackends({}, ways({ compose: fails('no space left') }));
    expect(choice.found.map(({ way }) => way)).toEqual(BACKENDS.map(() => 'local'));
    expect(backendLines(choice)[0]).toContain('no space left');
  });

  it('stops what compose started when the run is over', async () => {
    let stopped = 0;
    const choice = await chooseBackends({}, ways({ compose: composed(async () => void stopped++) }));
    expect(stopped).toBe(0);
    await choice.release();
    expect(stopped).toBe(1);
  });

  it('reports in one line for each backend where it is from, and what is missing with its remedy at the start and at the end', async () => {
    const local: BackendWays['local'] = async (name) => (name === 'redis' ? fails('no redis-server here')() : name);
    const choice = await chooseBackends({ TEST_POSTGRES_URL: 'p' }, ways({ local }));
    expect(backendLines(choice)).toEqual([
      'postgres  postgres 1.0, named by TEST_POSTGRES_URL',
      'kafka     kafka, started here by the tests',
      expect.stringMatching(
        /^redis {5}MISSING: no redis-server here\n +To get it: .*apt-get install redis-server.*TEST_REDIS_URL/,
      ),
    ]);
    const last = notShownLines(choice, ['a.int.spec.ts', 'b.int.spec.ts']);
    expect(last[0]).toBe('NOT SHOWN: without redis 2 test files did not run:');
    expect(last).toContain('  a.int.spec.ts');
    expect(last.at(-1)).toContain('NOT SHOWN');
    expect(notShownLines({ missing: [] }, [])).toEqual([]);
  });
});
