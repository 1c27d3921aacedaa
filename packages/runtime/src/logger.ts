import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { activeTrace } from './tracing/active-trace.js';

/** Fields that may appear in a log line. Anything else is dropped: an allow-list cannot miss a new secret. */
const FIELDS = [
  'err',
  'service',
  'requestId',
  'correlationId',
  'callId',
  'eventId',
  'topic',
  'group',
  'type',
  'method',
  'route',
  'status',
  'ms',
  'code',
  'kind',
  'attempt',
  'attempts',
  'count',
  'port',
  'pid',
  'caller',
  'rpc',
  'videoId',
  'host',
  'client',
  'depth',
  'ageMs',
  'signal',
  'partition',
  'offset',
  'trace_id',
  'span_id',
  'from',
  'to',
  'partitions',
  'declared',
  'records',
  'refundId',
  'jobId',
  'batchId',
  'index',
  'engine',
] as const;
const ALLOWED = new Set<string>(FIELDS);

/** The fields of a log line. A field that would be dropped does not compile. */
export type LogFields = { [field in (typeof FIELDS)[number]]?: unknown };

interface Write {
  (fields: LogFields, message: string): void;
  (message: string): void;
}

/** Writes log lines. The message is our own text and has at most our own ids and words. Everything from outside is in the fields. */
export type Logger = Record<'fatal' | 'error' | 'warn' | 'info' | 'debug', Write>;

/** JSON logs to stdout. Errors keep name, code and stack; their other fields (query parameters, bodies) are dropped. */
export function createLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service },
      mixin: () => traceFields(),
      formatters: { log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED.has(name))) },
      serializers: {
        err: (error: { name?: string; code?: unknown; message?: string; stack?: string }) => ({
          type: error?.name,
          code: error?.code,
          message: error?.message,
          stack: error?.stack,
        }),
      },
    },
    destination ?? pino.destination(1),
  );
}

/** Named as in OpenTelemetry, so that a log store finds the lines of a trace. */
function traceFields(): object {
  const active = activeTrace();
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {};
}

/** Nest's own messages: only warnings and errors, so that start-up messages do not hide the service's lines. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: () => undefined,
    warn: (message: unknown) => logger.warn(String(message)),
    error: (message: unknown, stack?: unknown) =>
      logger.error({ err: { message: String(message), stack: String(stack ?? '') } }, 'Nest reported an error'),
  };
}
