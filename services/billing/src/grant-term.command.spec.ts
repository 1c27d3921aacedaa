import { parseGrantArguments } from './grant-term.command.js';

const ID = '0d7c1c6e-6f5b-4a37-9a5c-3b3a6c1d2e4f';

describe('parseGrantArguments', () => {
  it('reads account, plan, months and the grant id to repeat', () => {
    expect(parseGrantArguments(['ada@example.org', 'basic', '3', '--grant-id', ID])).toEqual({
      emailOrAccount: 'ada@example.org',
      plan: 'basic',
      months: 3,
      grantId: ID,
    });
  });

  it('chooses a new grant id for every command without one', () => {
    const [one, other] = [1, 2].map(() => parseGrantArguments(['ada@example.org', 'basic', '3']));
    expect(one).toHaveProperty('grantId', expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(one).not.toEqual(other);
  });

  it.each([
    [[], 'Three arguments are needed.'],
    [['ada@example.org', 'basic'], 'Three arguments are needed.'],
    [['ada@example.org', 'basic', '3', 'now'], 'Three arguments are needed.'],
    [['ada@example.org', 'basic', 'three'], 'MONTHS must be a whole number.'],
    [['ada@example.org', 'basic', '1.5'], 'MONTHS must be a whole number.'],
    [['ada@example.org', 'basic', '3', '--grant-id', 'seven'], 'The grant id must be a UUID.'],
    [['ada@example.org', 'basic', '3', '--force'], 'Unknown option.'],
  ])('refuses %j: %s', (args, problem) => {
    expect(parseGrantArguments(args)).toEqual({ problem });
  });
});
