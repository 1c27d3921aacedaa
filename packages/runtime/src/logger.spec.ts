import { createLogger } from './logger.js';

describe('logs', () => {
  it('keep only fields of the allow-list, so that a new secret is dropped without anybody thinking of it', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const failure = Object.assign(new Error('failed'), { code: '23505', detail: 'Key (email)=(a@b.c)', parameters: ['hunter2'] });
    logger.error({ err: failure, requestId: 'r-1', apiKey: 'prc_secret', password: 'hunter2', email: 'a@b.c' }, 'it failed');
    expect(JSON.parse(lines[0])).toMatchObject({ service: 'test', requestId: 'r-1', msg: 'it failed', err: { code: '23505', message: 'failed' } });
    expect(lines[0]).not.toMatch(/hunter2|prc_secret|a@b\.c/);
  });
});
