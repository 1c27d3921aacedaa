import { keepRate, saturate } from '../admission/callers.js';
import { type Bar, figure, medianOf, type Row, shown } from '../figures.js';
import type { Findings } from '../measurement.js';
import pg from 'pg';
import type { Stage } from '../stage.js';
import { inTurn } from './rounds.js';

const CONNECTIONS = 64;
const LOADS = [0.2, 0.5, 0.7];
/** The share of the capacity at which the bar must hold. */
const BAR_LOAD = 0.5;
const MOST_BESIDE_COMMIT_MS = 0.5;
const MOST_ADDED_P99_MS = 5;
const COMMITS = 200;

/** Measures latencies at shares of our capacity, of ours and of bare Fastify at the same rate, and of one fsynced commit for comparison. */
export async function admitLatency(stage: Stage): Promise<Findings> {
  const { rounds, roundSeconds } = stage.size;
  const [bare, product, standalone] = [await stage.bare(), await stage.product(), await stage.standalone()];
  const commitMs = await medianCommitMs(product.running.databaseUrls.usage);
  const rows: Row[] = [];
  const bars: Bar[] = [];
  for (const ours of [product, standalone]) {
    await saturate(ours.calls, CONNECTIONS, roundSeconds);
    const { calls, refused, seconds } = await saturate(ours.calls, CONNECTIONS, roundSeconds);
    for (const load of LOADS) {
      const perSecond = Math.max(1, Math.floor(((calls - refused) / seconds) * load));
      const [own, other] = await inTurn([ours, bare], rounds, (contender) =>
        keepRate(contender.calls, perSecond, roundSeconds),
      );
      const added = (at: 'p50' | 'p99') =>
        figure(
          own[at].values.map((value, round) => value - other[at].values[round]),
          2,
        );
      const [addedP50, addedP99] = [added('p50'), added('p99')];
      rows.push({
        name: `${ours.name}, ${load * 100}%: ${perSecond}/s`,
        cells: [own.refused, own.p50, own.p99, other.p50, other.p99, addedP50, addedP99],
      });
      if (ours === product && load === BAR_LOAD) {
        const most = commitMs + MOST_BESIDE_COMMIT_MS;
        bars.push(
          {
            what: `at half load p50 is ${shown(addedP50)} ms above bare Fastify (a commit takes ${commitMs.toFixed(2)}, so at most ${most.toFixed(2)})`,
            isMet: medianOf(addedP50) <= most,
          },
          {
            what: `at half load p99 is ${shown(addedP99)} ms above bare Fastify (at most ${MOST_ADDED_P99_MS})`,
            isMet: medianOf(addedP99) <= MOST_ADDED_P99_MS,
          },
        );
      }
    }
  }
  const columns = ['refused %', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99', 'added p50', 'added p99'];
  return { tables: [{ title: `Open loop; one fsynced commit takes ${commitMs.toFixed(2)} ms`, columns, rows }], bars };
}

async function medianCommitMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE IF NOT EXISTS bench_commits (at timestamptz)');
    const tookMs: number[] = [];
    for (let nr = 0; nr < COMMITS; nr++) {
      const beganMs = performance.now();
      await client.query('INSERT INTO bench_commits VALUES (now())');
      tookMs.push(performance.now() - beganMs);
    }
    await client.query('DROP TABLE bench_commits');
    return medianOf(figure(tookMs));
  } finally {
    await client.end();
  }
}
