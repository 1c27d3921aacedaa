import type { RpcOptions } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { answerInTime } from './answer-in-time.js';

const logger = createLogger('test', 'silent');

describe('an optional part of an answer', () => {
  it('is null when the service does not answer and the call never ends', async () => {
    let given: RpcOptions = {};
    const never = (options: RpcOptions) => ((given = options), new Promise<string>(() => undefined));
    expect(await answerInTime(logger, 'a wallet', never)).toBeNull();
    expect(given).toEqual({ deadlineMs: 1_000, limitMs: 1_000, idempotent: true });
  });

  it('is null when the service refuses the call', async () => {
    expect(await answerInTime(logger, 'a wallet', () => Promise.reject(new Error('away')))).toBeNull();
  });

  it('is the answer of the service', async () => {
    expect(await answerInTime(logger, 'a wallet', async () => 'ten dollars')).toBe('ten dollars');
  });
});
