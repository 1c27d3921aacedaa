import { Server, ServerCredentials, type ServiceDefinition, status } from '@grpc/grpc-js';
import { toGrpcError } from '@precis/runtime/grpc-errors';

/** An error that a method throws becomes a refusal, as in a real service. */
type Answers = Record<string, (request: never) => object | Promise<object>>;

/** A simulated service: a real gRPC server whose answers and health the test decides. */
export class RpcStandIn {
  away = false;
  /** Names of the methods that were called, in order. */
  readonly calls: string[] = [];
  /** The time in ms until each caller's deadline, in the order of `calls`. */
  readonly patienceMs: number[] = [];
  private server?: Server;

  /** Omitted fields, and methods without an answer, have defaults: 0, empty, false. */
  constructor(
    private readonly definition: ServiceDefinition,
    readonly address: string,
    private readonly answers: Answers,
  ) {}

  async listen(): Promise<void> {
    // A real service has the same limit.
    const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
    server.addService(
      this.definition,
      Object.fromEntries(Object.keys(this.definition).map((name) => [name, this.handler(name)])) as never,
    );
    await new Promise<void>((resolve, reject) =>
      server.bindAsync(this.address, ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      ),
    );
    this.server = server;
  }

  close(): void {
    this.server?.forceShutdown();
  }

  private handler(name: string) {
    return async (
      call: { request: never; getDeadline(): Date | number },
      reply: (error: object | null, value?: object) => void,
    ) => {
      if (this.away) return reply({ code: status.UNAVAILABLE, details: 'away' });
      this.calls.push(name);
      this.patienceMs.push(Number(call.getDeadline()) - Date.now());
      try {
        reply(null, {
          ...this.definition[name].responseDeserialize(Buffer.alloc(0)),
          ...(await this.answers[name]?.(call.request)),
        });
      } catch (error) {
        reply(toGrpcError(error));
      }
    };
  }
}
