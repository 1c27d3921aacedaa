import { keepRate, saturate } from '../admission/callers.js';
import type { Contender } from '../admission/contender.js';
import { type Bar, medianOf, ratio, shown, sum, type Table } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';
import { inTurn, type Seen } from './rounds.js';

const CONNECTIONS = 64;
const PER_SECOND = 400;
/** The processes that a call passes through; the others work independently of calls. */
const PATH = ['gateway', 'postgres', 'usage', 'redis', 'summarisation'];
const SHOWN = [...PATH, 'auth'];
const MOST_PATH_US: Record<string, number> = {
  [`${CONNECTIONS} connections`]: 150,
  [`${PER_SECOND} calls a second`]: 900,
};
const MOST = {
  timesBareSaturated: 2,
  timesLessThanTypical: 8,
  shareOfBareRate: 1 / 3,
};
/** A larger relative difference between rounds of bare Fastify means that the machine was not quiet. */
const CALM = 0.2;

/** Measures the cost of a call in each process, saturated and at a fixed rate, for all contenders in turn. */
export async function admitCpu(stage: Stage): Promise<Findings> {
  const contenders = await stage.all();
  const { rounds, roundSeconds } = stage.size;
  const cases: Record<string, (contender: Contender) => ReturnType<typeof saturate>> = {
    [`${CONNECTIONS} connections`]: ({ calls }) => saturate(calls, CONNECTIONS, roundSeconds),
    [`${PER_SECOND} calls a second`]: ({ calls }) => keepRate(calls, PER_SECOND, roundSeconds),
  };
  const tables: Table[] = [];
  const bars: Bar[] = [];
  for (const [what, run] of Object.entries(cases)) {
    const seen = await inTurn(contenders, rounds, run);
    tables.push(tableOf(`${what}: us of processor time per call`, seen));
    bars.push(...barsOf(what, seen));
  }
  return { tables, bars };
}

function tableOf(title: string, seen: Seen[]): Table {
  const bare = named(seen, 'bare Fastify');
  return {
    title,
    columns: [...SHOWN, 'all', 'calls/s', 'refused %', 'gateway / bare', 'all / bare', 'p50 ms', 'p99 ms'],
    rows: seen.map(({ name, parts, together, perSecond, refused, p50, p99 }) => ({
      name,
      cells: [
        ...SHOWN.map((part) => parts[part] ?? ''),
        together,
        perSecond,
        refused,
        ratio(parts.gateway, bare.parts.gateway),
        ratio(together, bare.together),
        p50,
        p99,
      ],
    })),
  };
}

function barsOf(what: string, seen: Seen[]): Bar[] {
  const [ours, bare, typical] = ['ours, separate', 'bare Fastify', 'typical Nest'].map((name) => named(seen, name));
  const path = sum(PATH.map((part) => ours.parts[part]));
  const mostUs = MOST_PATH_US[what];
  const lessThanTypical = ratio(typical.together, path);
  const { values } = bare.together;
  const spread = (Math.max(...values) - Math.min(...values)) / medianOf(bare.together);
  const bars: Bar[] = [
    {
      what: `${what}: bare Fastify's rounds differ by ${(spread * 100).toFixed(0)}% (at most ${CALM * 100}%: else the machine is not calm)`,
      isMet: spread <= CALM,
    },
    {
      what: `${what}: gateway, usage, summarisation, Redis and Postgres ${shown(path)} us (at most ${mostUs})`,
      isMet: medianOf(path) <= mostUs,
    },
  ];
  if (what !== `${CONNECTIONS} connections`) return bars;
  const times = ratio(ours.parts.gateway, bare.parts.gateway);
  const share = ratio(ours.perSecond, bare.perSecond);
  return [
    ...bars,
    {
      what: `the gateway costs ${shown(times)} times bare Fastify (at most ${MOST.timesBareSaturated})`,
      isMet: medianOf(times) <= MOST.timesBareSaturated,
    },
    {
      what: `the typical gateway costs ${shown(lessThanTypical)} times ours (at least ${MOST.timesLessThanTypical})`,
      isMet: medianOf(lessThanTypical) >= MOST.timesLessThanTypical,
    },
    {
      what: `calls a second: ${shown(share)} of bare Fastify's (at least a third)`,
      isMet: medianOf(share) >= MOST.shareOfBareRate,
    },
  ];
}

const named = (seen: Seen[], name: string) => seen.find((one) => one.name === name)!;
