import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIM_CATALOGUE } from './sim-catalogue.js';
import { SIM_ENDPOINTS } from './sim-endpoints.js';
import { FaultBook, FIXED_FAULTS, type SimEndpoint } from './sim-faults.js';
import { PLAYER_FAULTS } from './sim-player-faults.js';
import { readRequest, type LoggedRequest } from './sim-request.js';
import { sendReply, WIRE_FAULTS, type SimReply } from './sim-wire.js';

const CONTENT_FAULTS = ['huge', 'rtl', 'cjk', 'injection', 'no_dur', 'entities', 'only'];
const LOG_LIMIT = 10_000;

/** A running simulator. `fault` is a name, with its argument after a colon; the fault ends after `times` uses. */
export interface YouTubeSimulator {
  url: string;
  log(): LoggedRequest[];
  setFault(videoId: string, endpoint: SimEndpoint, fault: string, times?: number): void;
  reset(): void;
  close(): Promise<void>;
}

function split(fault: string): [name: string, argument: string] {
  const colon = fault.indexOf(':');
  return colon < 0 ? [fault, ''] : [fault.slice(0, colon), fault.slice(colon + 1)];
}

function json(value: unknown, status = 200): SimReply {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

class SimulatedYouTube {
  readonly faults = new FaultBook();
  readonly log: LoggedRequest[] = [];

  setFault(videoId: string, endpoint: SimEndpoint, fault: string, times?: number): void {
    const [name] = split(fault);
    const isKnown =
      name === 'none' ||
      Object.hasOwn(PLAYER_FAULTS, name) ||
      Object.hasOwn(WIRE_FAULTS, name) ||
      CONTENT_FAULTS.includes(name);
    if (!isKnown) throw new Error(`the simulator knows no fault "${name}"`);
    this.faults.set(videoId, endpoint, fault, times);
  }

  reset(): void {
    this.faults.clear();
    this.log.length = 0;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRequest(request);
    const { url, body, logged } = seen;
    if (url.pathname.startsWith('/__sim/')) return sendReply(response, this.#control(logged, body));
    const route = SIM_ENDPOINTS[`${logged.method} ${url.pathname}`];
    if (this.log.length < LOG_LIMIT) this.log.push(logged);
    if (route === undefined) return sendReply(response, { status: 404, type: 'text/html', body: '' });
    const [fault, argument] = split((route.endpoint && this.faults.take(logged.videoId, route.endpoint)) ?? 'none');
    const reply = route.answer({
      origin: url.origin,
      videoId: logged.videoId,
      clientName: logged.client,
      query: url.searchParams,
      fault,
      argument,
    });
    const send = WIRE_FAULTS[fault] ?? sendReply;
    await send(response, reply, argument, request.headers.cookie ?? '');
  }

  #control({ method, path }: LoggedRequest, body: Record<string, unknown>): SimReply {
    if (method === 'GET' && path === '/__sim/log') return json(this.log);
    if (method === 'GET' && path === '/__sim/catalogue')
      return json({ videos: [...SIM_CATALOGUE.values()], faults: FIXED_FAULTS });
    if (method === 'POST' && path === '/__sim/reset') {
      this.reset();
      return json({ ok: true });
    }
    if (method !== 'POST' || path !== '/__sim/faults') return json({ error: 'no such control' }, 404);
    try {
      this.setFault(
        String(body.videoId),
        body.endpoint as SimEndpoint,
        String(body.fault),
        body.times as number | undefined,
      );
      return json({ ok: true });
    } catch (error) {
      return json({ error: (error as Error).message }, 400);
    }
  }
}

/** Starts a simulated YouTube on the loopback address; port 0 takes a free one. */
export async function startYouTubeSimulator(options: { port?: number } = {}): Promise<YouTubeSimulator> {
  const youTube = new SimulatedYouTube();
  const server: Server = createServer((request, response) => {
    youTube.answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: () => [...youTube.log],
    setFault: (...fault) => youTube.setFault(...fault),
    reset: () => youTube.reset(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
