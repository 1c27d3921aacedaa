import { connect, createServer, type NetConnectOpts, type Server } from 'node:net';

/** Takes TCP connections at one address and passes each on to another: a backend that listens on loopback or a socket, or a Service. */
export class Doorway {
  private readonly server: Server;
  private readonly open = new Set<{ destroy(): void }>();

  private constructor(target: () => NetConnectOpts) {
    this.server = createServer({ noDelay: true }, (inner) => {
      const outer = connect({ ...target(), noDelay: true } as NetConnectOpts);
      const ends = [inner, outer];
      for (const one of ends) {
        this.open.add(one);
        // Either end may be cut; the other then is too.
        one.on('error', () => ends.forEach((end) => end.destroy()));
        one.on('close', () => (this.open.delete(one), ends.forEach((end) => end.destroy())));
      }
      inner.pipe(outer).pipe(inner);
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
