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

/** By method of the definition: what it answers. */
type Answers = Record<string, (request: never) => Promise<object>>;

/** A gRPC server that answers some methods, in place of a service that the test must not import. */
export class StandInServer {
  /** By method: calls left to answer UNAVAILABLE after the answer had its effect, as when the reply is cut. */
  repliesToCut: Record<string, number> = {};
  /** Every call in its order. */
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
