import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Takes TCP connections at one address and passes each on to another: a backend that listens on loopback or a socket, or a Service. */
export class Doorway {
  private readonly server: Server;
  private readonly open = new Set<{ destroy(): void }>();

  private constructor(target: () => NetConnectOpts) {
    this.server = createServer({ noDelay: true, allowHalfOpen: true }, (inner) => {
      const outer = connect({ ...target(), noDelay: true, allowHalfOpen: true } as NetConnectOpts);
      const pass = (from: Socket, to: Socket) => {
        this.open.add(from);
        from.pipe(to);
        // An answer that ends before its question has been sent must still arrive: nothing is cut that can be written.
        from.on('error', () => to.destroySoon());
        from.on('close', () => (this.open.delete(from), to.destroySoon()));
      };
      pass(inner, outer);
      pass(outer, inner);
    });
  }

  /** `target` is asked for each connection. */
  static async at(host: string, port: number, target: () => NetConnectOpts): Promise<Doorway> {
    const doorway = new Doorway(target);
    await new Promise<void>((resolve, reject) =>
      doorway.server.once('error', reject).listen(port, host, () => resolve()),
    );
    return doorway;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.open.forEach((one) => one.destroy());
    await closed;
  }
}
