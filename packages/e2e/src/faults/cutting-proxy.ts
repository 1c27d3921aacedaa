import {
  Client,
  credentials,
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import { type ApplyRequest, UsageServiceService } from '@precis/proto/usage/v1/usage';

/** Stands between gateway and usage: forwards everything, and cuts chosen replies after usage has committed. */
export interface CuttingProxy {
  address: string;
  /** Cuts the next replies of batches that hold such an operation. */
  cut(operation: string, times: number): void;
  cuts: string[];
  close(): void;
}

export async function startCuttingProxy(target: string, address: string): Promise<CuttingProxy> {
  const client = new Client(target, credentials.createInsecure());
  const server = new Server();
  const planned = new Map<string, number>();
  const proxy: CuttingProxy = {
    address,
    cuts: [],
    cut: (operation, times) => planned.set(operation, times),
    close: () => {
      server.forceShutdown();
      client.close();
    },
  };
  const forward =
    (name: keyof typeof UsageServiceService) =>
    (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) => {
      const method = UsageServiceService[name];
      const metadata = new Metadata();
      for (const key of ['x-caller', 'x-caller-secret']) metadata.set(key, call.metadata.get(key)[0]);
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize as never,
        method.responseDeserialize as never,
        call.request,
        metadata,
        (error, reply) => {
          if (error) return callback(error);
          const cut =
            name === 'apply'
              ? operationsOf(call.request as ApplyRequest).find((operation) => (planned.get(operation) ?? 0) > 0)
              : undefined;
          if (cut === undefined) return callback(null, reply);
          planned.set(cut, planned.get(cut)! - 1);
          proxy.cuts.push(cut);
          callback({ code: status.UNAVAILABLE, details: 'cut' });
        },
      );
    };
  server.addService(
    UsageServiceService,
    Object.fromEntries(Object.keys(UsageServiceService).map((name) => [name, forward(name as never)])) as never,
  );
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
  );
  return proxy;
}

function operationsOf(request: ApplyRequest): string[] {
  return request.operations.flatMap((operation) => (operation.operation ? [operation.operation.$case] : []));
}
