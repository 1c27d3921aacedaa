import { Agent, type Server } from 'node:http';

/** Less than DRAIN_DELAY_MS (2 s): what a server that stops has not been asked over for so long is gone before the server ends it. */
const IDLE_LIMIT_MS = 1_000;

/** Keeps connections to another service for as long as they are used: a call over one that waited longer could meet its end, and be lost. */
export const keptConnections = (idleLimitMs = IDLE_LIMIT_MS): Agent =>
  new Agent({ keepAlive: true, timeout: idleLimitMs });

/**
 * Once a process is to stop, every answer ends its connection, while new ones are still served: whoever sends another call finds another copy.
 * Otherwise a client that keeps its connections sends calls to this one until they are cut, and the call that meets the cut is lost (OPS-7).
 */
export function leaveConnections(server: Server, stopping: AbortSignal): void {
  server.prependListener('request', (_request, response) => {
    if (stopping.aborted) response.setHeader('connection', 'close');
  });
}
