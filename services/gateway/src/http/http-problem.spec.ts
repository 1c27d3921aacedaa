import { DomainError } from '@precis/runtime/domain-error';
import { errorBody, toProblem } from './http-problem.js';

describe('a limit that another service keeps', () => {
  it('is answered as 429 with the limit, nothing remaining and the time of its reset', () => {
    const nowSeconds = Date.now() / 1_000;
    const problem = toProblem(
      new DomainError('exhausted', 'too_many_lookups', 'Too many.', { limit: 300, retryAfterSeconds: 7 }),
    );
    expect(problem).toMatchObject({ status: 429, code: 'too_many_lookups', extra: { retryAfterSeconds: 7 } });
    const body = errorBody(problem, 'request-1', { api: 'public' }, 'https://x.example');
    expect(body).toMatchObject({ status_code: 429, limit: 300, remaining: 0, reset: expect.any(Number) });
    expect(body.reset).toBeGreaterThanOrEqual(Math.floor(nowSeconds) + 7);
    expect(body.reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 7);
  });

  it('is left out where the service names none', () => {
    expect(
      errorBody(
        toProblem(new DomainError('exhausted', 'too_many_mails', 'Too many.')),
        'request-1',
        { api: 'private' },
        'https://x.example',
      ),
    ).not.toHaveProperty('limit');
  });
});
