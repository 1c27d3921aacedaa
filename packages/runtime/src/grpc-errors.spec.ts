import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { DomainError, type ErrorKind } from './domain-error.js';
import { fromGrpcError, isDatabaseAway, isTransportFailure, toGrpcError } from './grpc-errors.js';

const KINDS: ErrorKind[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'exhausted',
  'unavailable',
];
const received = (sent: object) =>
  Object.assign(new Error('x'), { details: (sent as { message: string }).message }, sent) as unknown as ServiceError;

describe('errors over gRPC', () => {
  it.each(KINDS)('%s arrives as it was thrown', (kind) => {
    const erasedAt = new Date('2026-12-02T14:02:00.123Z');
    const facts = { retryAfterSeconds: 7, limit: 300, erasedAt };
    const arrived = fromGrpcError(received(toGrpcError(new DomainError(kind, 'plan_active', 'A sentence.', facts))));
    expect(arrived).toMatchObject({
      kind,
      code: 'plan_active',
      publicMessage: 'A sentence.',
      ...facts,
    });
  });

  it('reveal nothing of an error that is not meant for callers', () => {
    const sent = toGrpcError(new Error('password=hunter2'));
    expect(sent).toMatchObject({ code: status.INTERNAL, message: 'Internal error' });
    expect(fromGrpcError(received(sent))).not.toBeInstanceOf(DomainError);
  });

  it('distinguish a service that answered "unavailable" from one that is away', () => {
    const away = fromGrpcError(
      received({ code: status.UNAVAILABLE, message: 'connect ENOENT', metadata: new Metadata() }),
    );
    expect(away).toMatchObject({ kind: 'unavailable', code: 'service_unavailable' });
    expect(isTransportFailure(away)).toBe(true);
    expect(
      isTransportFailure(fromGrpcError(received(toGrpcError(new DomainError('unavailable', 'busy', 'Busy.'))))),
    ).toBe(false);
  });
});

describe('a call that was cut in the middle', () => {
  it('counts as one to a service that is away, not as our fault', () => {
    const details =
      'Received RST_STREAM with code 2 triggered by internal client error: Session closed with error code 2';
    const cut = fromGrpcError(received({ code: status.INTERNAL, message: details, metadata: new Metadata() }));
    expect(cut).toMatchObject({ kind: 'unavailable', code: 'service_unavailable', retryAfterSeconds: 2 });
    expect(isTransportFailure(cut)).toBe(true);
  });
});

describe('a call that the other side does not know', () => {
  it('counts as one to a copy of the previous release during a rollout: a repeat may meet a new one', () => {
    const unknown = {
      code: status.UNIMPLEMENTED,
      message: 'The server does not implement the method',
      metadata: new Metadata(),
    };
    expect(fromGrpcError(received(unknown))).toMatchObject({
      kind: 'unavailable',
      code: 'service_unavailable',
      retryAfterSeconds: 2,
    });
  });
});

describe('a database that is away', () => {
  const coded = (code: string) => new QueryFailedError('SELECT 1', [], Object.assign(new Error('x'), { code }));

  it.each([
    ...['08006', '08001', '53300', '57P01', '57P03', '57014', '55000', '55P03', '25006', '25P03'],
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
      'ENOENT',
      'EPIPE',
      'ETIMEDOUT',
    ],
  ])('is recognised by the code %s', (code) => {
    expect(isDatabaseAway(coded(code))).toBe(true);
    expect(toGrpcError(coded(code))).toMatchObject({ code: status.UNAVAILABLE });
  });

  it.each([
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    new QueryRunnerAlreadyReleasedError(),
    new QueryRunnerProviderAlreadyReleasedError(),
  ])('is recognised by the driver: %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each(['08P01', '23505', '42P01', '28P01', '3D000', '25P02'])(
    'is not assumed for %s, because waiting does not mend it',
    (code) => {
      expect(isDatabaseAway(coded(code))).toBe(false);
    },
  );
});
