import { resolvesClient } from '@precis/gateway/rpc-clients';
import {
  ResolveRequest,
  ResolveResponse,
  SummarisationServiceService,
} from '@precis/proto/summarisation/v1/summarisation';
import { connectRpc } from '@precis/runtime/grpc-client';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startProgram } from '../admission/contender.js';
import { processorTimeUs } from '../admission/processor-time.js';
import { type Figure, figure, medianOf, ratio, type Row, shown } from '../figures.js';
import { REQUEST, STORED_ANSWER, VIDEO_ID } from '../hop/stored-answer.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const IN_FLIGHT = 64;
const LEAST = 5;
const SERVER = join(import.meta.dirname, '../hop/hop-server.main.js');
/** As the gateway calls Resolve when it has no stream. */
const OPTIONS = { deadlineMs: 3_000, limitMs: 9_000, idempotent: true };
const UNARY = 'unary gRPC';
const STREAM = 'batch stream';

/** The values of each round. */
const noRounds = () => ({
  client: [] as number[],
  server: [] as number[],
  both: [] as number[],
  perSecond: [] as number[],
});

type Resolve = () => Promise<ResolveResponse>;

/** Measures what a call from one process to another costs both of them, by the ways in which the product could make it. */
export async function hop({ size }: Stage): Promise<Findings> {
  const { child, port } = await startProgram(SERVER, {});
  const [grpcPort, httpPort] = port.split(' ');
  const target = { address: `127.0.0.1:${grpcPort}`, caller: 'gateway', secret: 'secret of the bench' };
  const rpc = connectRpc(SummarisationServiceService, target);
  const batches = resolvesClient(target, rpc);
  const pool = new Pool(`http://127.0.0.1:${httpPort}`, { connections: IN_FLIGHT });
  const ways: Record<string, Resolve> = {
    [UNARY]: () => rpc.resolve(REQUEST, OPTIONS),
    [STREAM]: () => batches.ask(REQUEST),
    'HTTP/1.1, kept alive': async () => {
      const body = ResolveRequest.encode(REQUEST).finish();
      const answer = await pool.request({ path: '/', method: 'POST', body });
      return ResolveResponse.decode(await answer.body.bytes());
    },
    'inside the process': async () => {
      ResolveRequest.decode(ResolveRequest.encode(REQUEST).finish());
      return ResolveResponse.decode(STORED_ANSWER);
    },
  };
  const seen = Object.keys(ways).map((name) => ({ name, ...noRounds() }));
  try {
    for (let round = -1; round < size.rounds; round++) {
      for (const own of seen) {
        const [server, client] = [processorTimeUs(child.pid!), process.cpuUsage()];
        const { calls, seconds } = await keepBusy(ways[own.name], size.roundSeconds);
        const { user, system } = process.cpuUsage(client);
        const serverUs = processorTimeUs(child.pid!) - server;
        if (round < 0) continue;
        own.client.push((user + system) / calls);
        own.server.push(serverUs / calls);
        own.both.push((user + system + serverUs) / calls);
        own.perSecond.push(calls / seconds);
      }
    }
  } finally {
    batches.close();
    rpc.close();
    await pool.destroy();
    child.kill();
  }
  const bothOf = (name: string): Figure => figure(seen.find((one) => one.name === name)!.both, 1);
  const rows: Row[] = seen.map(({ name, client, server, both, perSecond }) => ({
    name,
    cells: [
      figure(client, 1),
      figure(server, 1),
      figure(both, 1),
      figure(perSecond),
      ratio(bothOf(UNARY), figure(both)),
    ],
  }));
  const saving = ratio(bothOf(UNARY), bothOf(STREAM));
  return {
    tables: [
      {
        title: `Processor time per call, ${IN_FLIGHT} calls in flight, answers of ${STORED_ANSWER.length} bytes`,
        columns: ['client us', 'server us', 'both', 'calls/s', 'unary / this'],
        rows,
      },
    ],
    bars: [
      {
        what: `unary gRPC costs ${shown(saving)} times as much as the batch stream, both sides together (at least ${LEAST})`,
        isMet: medianOf(saving) >= LEAST,
      },
    ],
  };
}

/** Keeps calls in flight: each is followed by the next as soon as it has its answer. */
async function keepBusy(resolve: Resolve, seconds: number): Promise<{ calls: number; seconds: number }> {
  const beganMs = performance.now();
  let calls = 0;
  const goOn = async () => {
    for (; performance.now() - beganMs < seconds * 1_000; calls++) {
      const { videoId } = await resolve();
      if (videoId !== VIDEO_ID) throw new Error(`the answer is for the video "${videoId}"`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, goOn));
  return { calls, seconds: (performance.now() - beganMs) / 1_000 };
}
