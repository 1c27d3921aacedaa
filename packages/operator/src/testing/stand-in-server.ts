import {
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { toGrpcError } from '@precis/runtime/grpc-errors';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The answer of each method of the definition. */
type Answers = Record<string, (request: never) => Promise<object>>;

/** A gRPC server with some methods, in place of a service that the test must not import. */
export class StandInServer {
  /** By method: how many calls to answer with UNAVAILABLE after they had their effect, as when the reply is lost. */
  repliesToCut: Record<string, number> = {};
  /** All calls in order. */
  calls: { method: string; request: unknown }[] = [];

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(definition: ServiceDefinition, answers: Answers): Promise<StandInServer> {
    const folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
    const standIn = new StandInServer(`unix:${join(folder, 's')}`, new Server(), folder);
    for (const [method, answer] of Object.entries(answers))
      standIn.server.addService(
        { [method]: definition[method] },
        {
          [method]: ((call, reply) => standIn.handle(method, answer, call.request, reply)) as (
            call: ServerUnaryCall<never, object>,
            reply: sendUnaryData<object>,
          ) => void as never,
        },
      );
    await promisify(standIn.server.bindAsync.bind(standIn.server))(standIn.address, ServerCredentials.createInsecure());
    return standIn;
  }

  private handle(method: string, answer: Answers[string], request: never, reply: sendUnaryData<object>): void {
    this.calls.push({ method, request });
    answer(request).then(
      (response) => {
        const left = this.repliesToCut[method] ?? 0;
        this.repliesToCut[method] = left - 1;
        if (left > 0) reply({ code: status.UNAVAILABLE, details: 'cut', metadata: new Metadata() });
        else reply(null, response);
      },
      (error: unknown) => reply(toGrpcError(error)),
    );
  }

  async close(): Promise<void> {
    this.server.forceShutdown();
    await rm(this.folder, { recursive: true, force: true });
  }
}
