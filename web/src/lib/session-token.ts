const KEY = 'token';

/** The token when the browser forbids storage: the session then lasts as long as the document. */
let unstored: string | null = null;

/** The session's bearer token (WEB-6); null when there is none. */
export function sessionToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? unstored;
  } catch {
    return unstored;
  }
}

/** Stores the token of a session for every tab; when the browser forbids storage, for this document only. */
export function keepSessionToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
    unstored = null;
  } catch {
    unstored = token;
  }
}

/** Forgets the token in this browser. The session at the server does not end by it. */
export function dropSessionToken(): void {
  unstored = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
}

/** Whether the token's `exp` (unix seconds) has passed at `nowMs` (WEB-6). False for a token that cannot be read: only the server can judge it. */
export function hasExpired(token: string, nowMs: number): boolean {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && exp * 1000 <= nowMs;
}

/** The account in a session token, undefined when it cannot be read. Only the server can verify it. */
export function accountOf(token: string): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** Calls `listener` when another tab logs in or out. Returns a function that ends this. */
export function onSessionChangeElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const part = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
