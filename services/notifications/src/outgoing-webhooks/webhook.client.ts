import { withinOnceAborted } from '@precis/runtime/pause';
import { lookup as lookupBySystem, Resolver } from 'node:dns/promises';
import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { refusedUrl, type UrlRefusal } from './endpoint-url.rule.js';
import { isPublicAddress, literalAddress } from './public-address.js';

/** How many bytes of a response are read, so that the connection ends cleanly. Their content is not used. */
const MOST_ANSWER_BYTES = 4_096;

/** An attempt ends at most this long after its deadline, even when its connection emits no event. */
const NET_MS = 250;

/** The addresses of a name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The outcome of a request. `error` is one of our own short words; null when the receiver accepted it. */
export interface SendOutcome {
  status: number | null;
  error: string | null;
}

/** A target that is not on the public internet (HOOK-7). */
class PrivateTarget extends Error {
  override name = 'PrivateTarget';
}

/** An address that the rule does not allow, or no longer does (HOOK-1). */
class RefusedUrl extends Error {
  override name = 'RefusedUrl';

  constructor(readonly refusal: UrlRefusal) {
    super(refusal);
  }
}

/** A name without an address. */
class UnknownName extends Error {
  override name = 'UnknownName';
}

interface ClientOptions {
  /** Deadline of one attempt, from the DNS look-up to the end of the response. */
  deadlineMs: number;
  /** Whether requests may go to this machine and to private networks (HOOK-15). */
  allowsPrivate: boolean;
  /** Only tests set it; absent: the name servers. */
  resolve?: Resolve;
}

/**
 * Posts to addresses that customers typed. The resolved address is checked right before the socket connects to it, so a name that resolves
 * differently a moment later (DNS rebinding) gains nothing. No redirect is followed (HOOK-6, HOOK-7).
 */
export class WebhookClient {
  private readonly resolve: Resolve;

  constructor(private readonly options: ClientOptions) {
    this.resolve = options.resolve ?? (options.allowsPrivate ? resolveBySystem : resolveByNameServers);
  }

  /** Never rejects, and takes no longer than the deadline and NET_MS. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<SendOutcome> {
    const signal = AbortSignal.timeout(this.options.deadlineMs);
    try {
      const answered = this.request(url, headers, body, signal);
      const status = await withinOnceAborted(NET_MS, signal, answered, () => new Error('late'));
      return { status, error: errorOfStatus(status) };
    } catch (error) {
      return { status: null, error: signal.aborted ? 'timeout' : errorWordOf(error) };
    }
  }

  private request(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      // The setting, or the rule, may have changed since the endpoint was created.
      const refusal = refusedUrl(url, this.options.allowsPrivate);
      if (refusal) throw new RefusedUrl(refusal);
      const target = new URL(url);
      const literal = literalAddress(target.hostname);
      // Node calls `lookup` only for names, not for IP addresses.
      if (literal !== undefined) this.requirePublic(literal);
      const send = target.protocol === 'https:' ? requestByHttps : requestByHttp;
      const request = send(target, {
        method: 'POST',
        // A new connection each time: a reused one would skip the check of its address.
        agent: false,
        lookup: this.lookup,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      request.on('socket', (socket) =>
        socket.once('connect', () => {
          try {
            this.requirePublic(socket.remoteAddress ?? '');
          } catch (error) {
            request.destroy(error as Error);
          }
        }),
      );
      request.on('error', reject);
      request.on('response', (response) => resolve(readStatus(response)));
      // Without a listener Node drops the connection of a 101 and emits nothing more, and the attempt would never end.
      request.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode ?? 101);
      });
      request.end(body);
    });
  }

  private readonly lookup: LookupFunction = (hostname, { all, family }, done) => {
    this.resolve(hostname).then(
      (addresses) => {
        try {
          // A name with a private address among public ones is an attempted attack.
          for (const address of addresses) this.requirePublic(address);
          const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
          const usable = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
          if (usable.length === 0) throw new UnknownName();
          if (all) done(null, usable);
          else done(null, usable[0].address, usable[0].family);
        } catch (error) {
          done(error as Error, '');
        }
      },
      () => done(new UnknownName(), ''),
    );
  };

  private requirePublic(address: string): void {
    if (!this.options.allowsPrivate && !isPublicAddress(address)) throw new PrivateTarget();
  }
}

/** The status, once the response has ended, or after 4 kB of it, or at the deadline: the status counts in all these cases. */
function readStatus(response: IncomingMessage): Promise<number> {
  const status = response.statusCode ?? 0;
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      response.destroy();
      resolve(status);
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= MOST_ANSWER_BYTES) end();
    });
    response.on('end', end);
    response.on('error', end);
    response.on('close', end);
  });
}

function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : `http_${status}`;
}

const OF_CODES: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
};

/** One of our own words, because text that others write into errors is neither shown nor logged. */
function errorWordOf(error: unknown): string {
  if (error instanceof PrivateTarget) return 'private_address';
  if (error instanceof RefusedUrl) return `url_${error.refusal}`;
  if (error instanceof UnknownName) return 'name_unknown';
  const codes = [error, ...(error instanceof AggregateError ? (error.errors as unknown[]) : [])].map(
    (one) => (one as NodeJS.ErrnoException).code ?? '',
  );
  const known = codes.find((code) => Object.hasOwn(OF_CODES, code));
  if (known !== undefined) return OF_CODES[known];
  return codes.some((code) => /CERT|SSL|TLS|SELF_SIGNED|ISSUER|UNABLE_TO/.test(code)) ? 'tls' : 'connection_failed';
}

/**
 * Asks the name servers without getaddrinfo, which has four threads for the whole process: slow name servers of one customer would occupy
 * all of them.
 */
async function resolveByNameServers(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new UnknownName();
  return found;
}

/** For a product on its user's own machine, whose hosts file and resolver then apply. */
async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookupBySystem(hostname, { all: true })).map(({ address }) => address);
}
