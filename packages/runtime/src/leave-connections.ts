import { Agent, type Server } from 'node:http';

/** Less than DRAIN_DELAY_MS (2 s): the client closes an idle connection before a stopping server ends it. */
const IDLE_LIMIT_MS = 1_000;

/** Reuses connections to another service, but none that was idle for `idleLimitMs`: the server could end it just then, and the call would be lost. */
export const keptConnections = (idleLimitMs = IDLE_LIMIT_MS): Agent =>
  new Agent({ keepAlive: true, timeout: idleLimitMs });

/**
 * Ends each connection with its next answer after a process was asked to stop, while new connections are still served, so that the next call finds
 * another copy. Otherwise a client that keeps its connections sends calls to this copy until they are cut, and the call that meets the cut is lost
 * (OPS-7).
 */
export function leaveConnections(server: Server, stopping: AbortSignal): void {
  server.prependListener('request', (_request, response) => {
    if (stopping.aborted) response.setHeader('connection', 'close');
  });
}
