import type { Server } from 'node:http';

/**
 * Once a process is to stop, every answer ends its connection, while new ones are still served: whoever sends another call finds another copy.
 * Otherwise a client that keeps its connections sends calls to this one until they are cut, and the call that meets the cut is lost (OPS-7).
 */
export function leaveConnections(server: Server, stopping: AbortSignal): void {
  server.prependListener('request', (_request, response) => {
    if (stopping.aborted) response.setHeader('connection', 'close');
  });
}
