import { createLogger } from './logger.js';
import { SpanKind, startSpan } from './tracing/start-span.js';
import { parseTraceparent } from './tracing/traceparent.js';

describe('logs', () => {
  it('keep only fields of the allow-list, so that a new secret is dropped without anybody thinking of it', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const failure = Object.assign(new Error('failed'), {
      code: '23505',
      detail: 'Key (email)=(a@b.c)',
      parameters: ['hunter2'],
    });
    const secrets = { apiKey: 'prc_secret', password: 'hunter2', email: 'a@b.c' };
    logger.error({ err: failure, requestId: 'r-1', ...secrets }, 'it failed');
    expect(JSON.parse(lines[0])).toMatchObject({
      service: 'test',
      requestId: 'r-1',
      msg: 'it failed',
      err: { code: '23505', message: 'failed' },
    });
    expect(lines[0]).not.toMatch(/hunter2|prc_secret|a@b\.c/);
  });

  it('never begin a new line in the middle of a text', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    logger.warn({ err: new Error('a\r\n{"level":"error","msg":"made up"}') }, 'b\n{"msg":"made up"}');
    expect(lines).toHaveLength(1);
    expect(lines[0].trimEnd()).not.toMatch(/[\r\n]/);
  });

  it('name the trace of the current work, and none outside a trace', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const parent = parseTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    await startSpan({ service: 'test', name: 'work', kind: SpanKind.INTERNAL, parent }).run(async () => {
      await new Promise(setImmediate);
      logger.info({ requestId: 'r-1' }, 'within');
    });
    logger.info('outside');
    expect(JSON.parse(lines[0])).toMatchObject({
      requestId: 'r-1',
      trace_id: parent?.traceId,
      span_id: parent?.spanId,
    });
    expect(lines[1]).not.toContain('trace_id');
  });
});
