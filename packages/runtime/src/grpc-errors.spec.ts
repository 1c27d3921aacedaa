import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { DomainError, type ErrorKind } from './domain-error.js';
import { fromGrpcError, isTransportFailure, toGrpcError } from './grpc-errors.js';

const KINDS: ErrorKind[] = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'exhausted', 'unavailable'];
const received = (sent: object) => Object.assign(new Error('x'), { details: (sent as { message: string }).message }, sent) as unknown as ServiceError;

describe('errors over gRPC', () => {
  it.each(KINDS)('%s arrives as it was thrown', (kind) => {
    const arrived = fromGrpcError(received(toGrpcError(new DomainError(kind, 'some_code', 'A sentence.', { retryAfterSeconds: 7 }))));
    expect(arrived).toMatchObject({ kind, code: 'some_code', publicMessage: 'A sentence.', retryAfterSeconds: 7 });
  });

  it('tells nothing of an error that nobody meant to show', () => {
    const sent = toGrpcError(new Error('password=hunter2'));
    expect(sent).toMatchObject({ code: status.INTERNAL, message: 'Internal error' });
    expect(fromGrpcError(received(sent))).not.toBeInstanceOf(DomainError);
  });

  it('tells a service that said "unavailable" from one that is away', () => {
    const away = fromGrpcError(received({ code: status.UNAVAILABLE, message: 'connect ENOENT', metadata: new Metadata() }));
    expect(away).toMatchObject({ kind: 'unavailable', code: 'service_unavailable' });
    expect(isTransportFailure(away)).toBe(true);
    expect(isTransportFailure(fromGrpcError(received(toGrpcError(new DomainError('unavailable', 'busy', 'Busy.')))))).toBe(false);
  });
});
