import { z } from 'zod';
import { callerSecretsSchema, parseConfig } from './config.js';

const schema = z.object({
  PORT: z.coerce.number().int(),
  SECRET: z.string().min(16),
  CALLER_SECRETS: callerSecretsSchema,
});

describe('configuration', () => {
  it('names all bad settings without their values', () => {
    const problem = () =>
      parseConfig('auth', schema, { PORT: 'hunter2', SECRET: 'hunter2', CALLER_SECRETS: 'gateway=hunter2' });
    expect(problem).toThrow(/PORT[\s\S]*SECRET[\s\S]*CALLER_SECRETS/);
    expect(problem).not.toThrow(/hunter2/);
  });

  it('reads the callers and their secrets', () => {
    const record = {
      PORT: '1',
      SECRET: 'x'.repeat(16),
      CALLER_SECRETS: 'gateway=0123456789abcdef,operator=fedcba9876543210=',
    };
    expect(parseConfig('auth', schema, record).CALLER_SECRETS).toEqual({
      gateway: '0123456789abcdef',
      operator: 'fedcba9876543210=',
    });
  });
});
