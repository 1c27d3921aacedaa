/** Reads the session's id from its token. */
export const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;
