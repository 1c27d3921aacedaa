import { CONNECTION_HEADERS } from '@precis/runtime/connection-headers';
import { keptConnections } from '@precis/runtime/leave-connections';
import type { Logger } from '@precis/runtime/logger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, request as send } from 'node:http';
import { connectionLost, HttpProblem } from '../http/http-problem.js';

/** The MCP server may send nothing for this long. Longer than its limit of 58 s for a call, and than the 15 s between two messages of a stream. */
const SILENCE_LIMIT_MS = 75_000;

/**
 * A proxy that passes `/mcp` and the paths below it on to the MCP server (MCP-2). The hooks run before it as for any route: the throttle by address
 * and the limits on size and pace of a body. A response is passed on as a stream. A failed request is not repeated.
 */
export class McpProxy {
  private readonly agent = keptConnections();
  private readonly place: { socketPath: string } | { host: string; port: string | number };

  /** `address`: `http://mcp:8080` or `unix:/folder/mcp.sock`. */
  constructor(
    address: string,
    private readonly logger: Logger,
  ) {
    this.place = placeOf(address);
  }

  routes(fastify: FastifyInstance): void {
    for (const url of ['/mcp', '/mcp/*'])
      fastify.route({
        method: ['GET', 'HEAD', 'POST', 'DELETE'],
        url,
        handler: (request, reply) => this.pass(request, reply),
      });
    fastify.addHook('onClose', async () => this.agent.destroy());
  }

  private async pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const answer = await this.ask(request, reply).catch((error: unknown) => {
      if (hasLeft(reply)) throw connectionLost();
      throw new HttpProblem(503, 'mcp_unavailable', 'The MCP server is temporarily unavailable. Please try again.', {
        retryAfterSeconds: 2,
        cause: error,
      });
    });
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !CONNECTION_HEADERS.has(name)) void reply.header(name, value);
    }
    return reply.status(answer.statusCode!).send(answer);
  }

  private ask(request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    const { method, url, headers, ip } = request;
    return new Promise((resolve, reject) => {
      const passed = send({
        ...this.place,
        agent: this.agent,
        method,
        path: url,
        headers: {
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name))),
          // With this address the MCP server's own API calls are throttled as calls of its client.
          'x-forwarded-for': ip,
          'content-length': body?.length ?? 0,
        },
        timeout: SILENCE_LIMIT_MS,
      });
      passed.on('response', (answer) => {
        answer.on('error', (error) => this.logger.debug({ err: error }, 'an MCP response was cut off'));
        resolve(answer);
      });
      passed.on('timeout', () => passed.destroy(new Error(`the MCP server sent nothing for ${SILENCE_LIMIT_MS} ms`)));
      passed.on('error', reject);
      // A client that disconnects cancels its call (MCP-10).
      reply.raw.once('close', () => hasLeft(reply) && passed.destroy());
      passed.end(body);
    });
  }
}

/** Whether the client closed its connection before its answer was complete. */
function hasLeft({ raw }: FastifyReply): boolean {
  return raw.closed && !raw.writableFinished;
}

function placeOf(address: string): { socketPath: string } | { host: string; port: string | number } {
  if (address.startsWith('unix:')) return { socketPath: address.slice('unix:'.length) };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port || 80 };
}
