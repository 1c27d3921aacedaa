/** The `typ` that auth writes into a token's header. Only auth can say whether the token is valid. */
const HANDOFF_TOKEN_TYPE = 'handoff+jwt';

/** Whether a bearer token claims to be the handoff token of a sign-in by Google (ACC-29). */
export function isHandoffToken(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0], 'base64url').toString());
    return (header as { typ?: unknown } | null)?.typ === HANDOFF_TOKEN_TYPE;
  } catch {
    return false;
  }
}
