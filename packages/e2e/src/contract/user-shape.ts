/** The user as answers show it (ACC-24): exactly these fields, `apiKey` only when there is one. */
export function userShape({ name, email }: { name: string; email: string }): Record<string, unknown> {
  return {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name,
    email,
    email_verified: true,
    has_password: true,
    wallet_balance: new NumberOrNull(),
    api_key_last_used: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  };
}

/** Dollars, or null while billing is away: never a string, never a guess of 0 by type. */
class NumberOrNull {
  asymmetricMatch(value: unknown): boolean {
    return value === null || (typeof value === 'number' && Number.isFinite(value));
  }

  toString(): string {
    return 'NumberOrNull';
  }
}
