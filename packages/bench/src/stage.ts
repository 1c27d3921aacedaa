import { answerOf, type Contender, type Product, startBare, startProduct } from './admission/contender.js';
import { type Standalone, startStandalone, startTypical } from './admission/other-contenders.js';

/** The size of a run. */
export interface Size {
  rounds: number;
  roundSeconds: number;
  accounts: number;
  gateways: number;
  isShort: boolean;
}

/** The contenders. Each is started when a measurement first asks for it. */
export class Stage {
  private readonly started = new Map<string, Promise<Contender>>();

  constructor(
    readonly size: Size,
    private readonly compare?: string,
  ) {}

  /** Our product, with every service as a separate process. */
  product(): Promise<Product> {
    return this.once('ours, separate', (name) =>
      startProduct(name, process.cwd(), this.size.accounts, this.size.gateways),
    );
  }

  /** Our product, with all services in one process. */
  standalone(): Promise<Standalone> {
    return this.once('ours, standalone', async (name) => ({ ...(await startStandalone(this.size.accounts)), name }));
  }

  /** Fastify alone. */
  bare(): Promise<Contender> {
    return this.once('bare Fastify', async (name) => startBare(name, 'bare-server.main.js', await this.body()));
  }

  /** node:http alone. */
  raw(): Promise<Contender> {
    return this.once('raw node:http', async (name) => startBare(name, 'raw-server.main.js', await this.body()));
  }

  /** Nest with Express, @nestjs/throttler and TypeORM. */
  typical(): Promise<Contender> {
    return this.once('typical Nest', async (name) => ({
      ...(await startTypical(this.size.accounts, await this.body())),
      name,
    }));
  }

  /** The product of another built checkout, when one was named. */
  async compared(): Promise<Contender[]> {
    const { compare } = this;
    return compare ? [await this.once('COMPARE', (name) => startProduct(name, compare, this.size.accounts))] : [];
  }

  /** All contenders, in the order of the tables. Started one after the other, because each start uses both cores. */
  async all(): Promise<Contender[]> {
    const ours = await this.product();
    return [
      await this.raw(),
      await this.bare(),
      await this.typical(),
      ours,
      await this.standalone(),
      ...(await this.compared()),
    ];
  }

  /** Stops all contenders. */
  async close(): Promise<void> {
    for (const contender of [...this.started.values()].reverse())
      await (await contender.catch(() => undefined))?.close();
  }

  private async body(): Promise<string> {
    return answerOf((await this.product()).calls[0]);
  }

  private once<T extends Contender>(name: string, start: (name: string) => Promise<T>): Promise<T> {
    const running = (this.started.get(name) as Promise<T> | undefined) ?? start(name);
    this.started.set(name, running);
    return running;
  }
}
