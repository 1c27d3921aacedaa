import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Clients that wait for `100 Continue` before they send their body, each with where it is to be said. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Node says 100 at once when nobody listens, and a stranger would send us 5 MB before he is refused. */
export function holdBackContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Asks for the body that is about to be received. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}

export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
