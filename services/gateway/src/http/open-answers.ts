import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endRequest } from './unread-body.js';

/**
 * The answers still owed on each connection. With pipelining what cannot be read may follow a call that is being worked on: its
 * refusal must come after that call's answer, or the client takes it for that answer, and the charged one is lost.
 */
export class OpenAnswers {
  private readonly owed = new WeakMap<Socket, Set<ServerResponse>>();

  watch(server: Server): void {
    server.on('request', ({ socket }, response) => {
      const open = this.owed.get(socket) ?? new Set();
      this.owed.set(socket, open.add(response));
      response.once('close', () => open.delete(response));
    });
  }

  /**
   * Settles when every answer owed to a whole request is written, or the connection is gone. A request that is not whole now is over: a
   * broken body never becomes whole, and a late one would be worked on after its refusal, since Node's parser reads on.
   */
  async written(socket: Socket): Promise<void> {
    const { whole = [], unfinished = [] } = Object.groupBy(this.owed.get(socket) ?? [], ({ req }) =>
      req.complete ? 'whole' : 'unfinished',
    );
    for (const { req } of unfinished) endRequest(req);
    await Promise.all(
      whole.map((response) => new Promise<void>((resolve) => void response.once('close', () => resolve()))),
    );
  }
}
