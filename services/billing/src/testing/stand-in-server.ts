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

/** A gRPC server that answers one method, in place of a service that this one must not import, or between a client and a real one. */
export class StandInServer {
  /** Calls left to answer UNAVAILABLE after `answer` had its effect, as when the reply is cut. */
  repliesToCut = 0;
  calls = 0;

  private constructor(
    readonly address: string,
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(
    definition: ServiceDefinition,
    method: string,
    answer: (request: never) => Promise<object>,
  ): Promise<StandInServer> {
    const folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
    const standIn = new StandInServer(`unix:${join(folder, 's')}`, new Server(), folder);
    const handle = (call: ServerUnaryCall<unknown, object>, reply: sendUnaryData<object>) => {
      standIn.calls += 1;
      answer(call.request as never).then(
        (response) =>
          standIn.repliesToCut-- > 0
            ? reply({ code: status.UNAVAILABLE, details: 'cut', metadata: new Metadata() })
            : reply(null, response),
        (error: unknown) => reply(toGrpcError(error)),
      );
    };
    standIn.server.addService({ [method]: definition[method] }, { [method]: handle as never });
    await promisify(standIn.server.bindAsync.bind(standIn.server))(standIn.address, ServerCredentials.createInsecure());
    return standIn;
  }

  async close(): Promise<void> {
    this.server.forceShutdown();
    await rm(this.folder, { recursive: true, force: true });
  }
}
