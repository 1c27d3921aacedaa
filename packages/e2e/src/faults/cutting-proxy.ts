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

/** A proxy between gateway and usage: forwards everything, and cuts or holds chosen replies after usage has committed. */
export interface CuttingProxy {
  address: string;
  /** Cuts the next replies to batches with such an operation. */
  cut(operation: string, times: number): void;
  cuts: string[];
  /** Holds the next reply to a batch with such an operation: `committed` resolves when there is one, and the reply waits until it is released. */
  hold(operation: string): { committed: Promise<void>; release(): void };
  /** Forwarded operations, oldest first. */
  seen: string[];
  close(): void;
}

/** Listens at `address` in place of usage, which is at `target`. */
export async function startCuttingProxy(target: string, address: string): Promise<CuttingProxy> {
  const client = new Client(target, credentials.createInsecure());
  const server = new Server();
  const planned = new Map<string, number>();
  const held = new Map<string, { reached: () => void; released: Promise<void> }>();
  const proxy: CuttingProxy = {
    address,
    cuts: [],
    seen: [],
    hold: (operation) => {
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      const committed = new Promise<void>((reached) => held.set(operation, { reached, released }));
      return { committed, release };
    },
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
        async (error, reply) => {
          if (error) return callback(error);
          const operations = name === 'apply' ? operationsOf(call.request as ApplyRequest) : [];
          proxy.seen.push(...operations);
          const keptBack = operations.find((operation) => held.has(operation));
          if (keptBack !== undefined) {
            const { reached, released } = held.get(keptBack)!;
            held.delete(keptBack);
            reached();
            await released;
          }
          const cut = operations.find((operation) => (planned.get(operation) ?? 0) > 0);
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
