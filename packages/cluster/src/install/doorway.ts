import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Forwards TCP connections from one address to another: to a backend that listens on loopback or a socket, or to a Service. */
export class Doorway {
  private readonly server: Server;
  private readonly open = new Set<{ destroy(): void }>();

  private constructor(target: () => NetConnectOpts) {
    this.server = createServer({ noDelay: true, allowHalfOpen: true }, (inner) => {
      const outer = connect({ ...target(), noDelay: true, allowHalfOpen: true } as NetConnectOpts);
      const pass = (from: Socket, to: Socket) => {
        this.open.add(from);
        from.pipe(to);
        // An answer that ends before its request was fully sent must still arrive, so data that can still be written is not cut off.
        from.on('error', () => to.destroySoon());
        from.on('close', () => (this.open.delete(from), to.destroySoon()));
      };
      pass(inner, outer);
      pass(outer, inner);
    });
  }

  /** `target` is called for each connection. */
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
