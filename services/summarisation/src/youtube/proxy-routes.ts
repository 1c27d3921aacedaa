import { Agent, ProxyAgent, type Dispatcher } from 'undici';

/** One way out: the machine's own address, or a proxy with a connection pool of its own. */
export interface Route {
  dispatcher: Dispatcher;
  quarantinedUntilMs: number;
}

const QUARANTINE_MS = 60_000;
const CONNECTIONS_PER_ROUTE = 32;

/** Chooses the way out in turn, and rests a way for 60 s after YouTube blocked it: insisting prolongs the block. */
export class ProxyRoutes {
  readonly #routes: Route[];
  #turn = 0;

  constructor(
    proxyUrls: string[],
    connectTimeoutMs: number,
    private readonly nowMs: () => number,
  ) {
    const options = { connections: CONNECTIONS_PER_ROUTE, connect: { timeout: connectTimeoutMs } };
    const dispatchers: Dispatcher[] =
      proxyUrls.length === 0
        ? [new Agent(options)]
        : proxyUrls.map((uri) => new ProxyAgent({ uri, proxyTunnel: true, ...options }));
    this.#routes = dispatchers.map((dispatcher) => ({ dispatcher, quarantinedUntilMs: 0 }));
  }

  /** The next rested route in turn; when all rest, the one that has rested longest. */
  pick(): Route {
    return this.#choose([]) ?? this.#routes[0];
  }

  /** Likewise among those not yet tried; undefined when there are no others. */
  pickOther(tried: Route[]): Route | undefined {
    return this.#choose(tried);
  }

  #choose(tried: Route[]): Route | undefined {
    const start = this.#turn++;
    const inTurn = this.#routes.map((_, index) => this.#routes[(start + index) % this.#routes.length]);
    const open = inTurn.filter((route) => !tried.includes(route));
    const nowMs = this.nowMs();
    const rested = open.find((route) => route.quarantinedUntilMs <= nowMs);
    return rested ?? open.sort((a, b) => a.quarantinedUntilMs - b.quarantinedUntilMs)[0];
  }

  quarantine(route: Route): void {
    route.quarantinedUntilMs = this.nowMs() + QUARANTINE_MS;
  }

  async close(): Promise<void> {
    await Promise.all(this.#routes.map((route) => route.dispatcher.destroy()));
  }
}
