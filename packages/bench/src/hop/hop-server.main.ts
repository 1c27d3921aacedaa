/**
 * The serving side of a hop: it answers each Resolve with the same ready bytes, over unary gRPC, over the batch stream, and over HTTP/1.1. It has the
 * interceptor of the services, but not Nest, which makes each unary call of a service more expensive. Prints the ports of gRPC and of HTTP.
 */
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { BatchServiceService, type ServeRequest, type ServeResponse } from '@precis/proto/batch/v1/batch';
import { ResolveRequest, SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { ServedBatches } from '@precis/runtime/batches/served-batches';
import { createLogger } from '@precis/runtime/logger';
import { servedCalls } from '@precis/runtime/served-calls';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { Observable } from 'rxjs';
import { STORED_ANSWER } from './stored-answer.js';

const metrics = new Registry();
const { resolve } = SummarisationServiceService;
const served = new ServedBatches(
  {
    path: resolve.path,
    decode: (request) => ResolveRequest.decode(request),
    work: async (requests, answer) =>
      answer(
        [...requests.keys()],
        requests.map(() => STORED_ANSWER),
      ),
  },
  metrics,
  createLogger('bench', 'error'),
);

const grpc = new Server({ interceptors: [servedCalls([SummarisationServiceService], metrics)] });
grpc.addService(
  { resolve: { ...resolve, responseSerialize: (bytes: Buffer) => bytes } },
  {
    resolve: (_: ServerUnaryCall<ResolveRequest, Buffer>, answer: sendUnaryData<Buffer>) => answer(null, STORED_ANSWER),
  },
);
grpc.addService(BatchServiceService, {
  serve: (call: ServerDuplexStream<ServeRequest, ServeResponse>) => {
    const requests = new Observable<ServeRequest>((to) => {
      call.on('data', (request: ServeRequest) => to.next(request));
      call.on('end', () => to.complete());
      call.on('cancelled', () => to.complete());
    });
    served.serve(requests).subscribe({ next: (response) => void call.write(response), complete: () => call.end() });
  },
});
const grpcPort = await new Promise<number>((bound, reject) =>
  grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : bound(port),
  ),
);

const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    ResolveRequest.decode(Buffer.concat(chunks));
    response.writeHead(200, { 'content-type': 'application/x-protobuf', 'content-length': STORED_ANSWER.length });
    response.end(STORED_ANSWER);
  });
});
await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
console.log(grpcPort, (http.address() as AddressInfo).port);
