import { useCallback, useEffect, useState } from 'react';
import { ACCOUNT_ANSWERS } from '../lib/answers/account';
import { browser } from '../lib/browser';
import type { AuthControllerMeApiResponse } from '../lib/generated-api';
import { endSession } from '../lib/end-session';
import { endRefusedSession } from '../lib/refused-session';
import { dropSessionToken, hasExpired, onSessionChangeElsewhere, sessionToken } from '../lib/session-token';

type User = AuthControllerMeApiResponse['user'];

/**
 * Who views the landing page. `asking`: not known yet, as on the prerendered page. `unknown`: there is a session, but the server could not be
 * asked; its token is kept (WEB-7).
 */
export type Visitor = { is: 'asking' } | { is: 'guest' } | { is: 'unknown' } | { is: 'user'; user: User };

/** Asks once who is signed in, and again when another tab logs in or out (WEB-5). */
export function useVisitor(): { visitor: Visitor; logout: () => void } {
  const [visitor, setVisitor] = useState<Visitor>({ is: 'asking' });
  useEffect(() => {
    let asked = 0;
    const ask = async () => {
      const mine = ++asked;
      const found = await visitorNow();
      if (mine === asked) setVisitor(found);
    };
    void ask();
    const stop = onSessionChangeElsewhere(() => void ask());
    return () => {
      asked = -1;
      stop();
    };
  }, []);

  const logout = useCallback(() => {
    endSession();
    setVisitor({ is: 'guest' });
  }, []);
  return { visitor, logout };
}

async function visitorNow(): Promise<Visitor> {
  const token = sessionToken();
  if (token === null || hasExpired(token, Date.now())) {
    if (token !== null) dropSessionToken();
    return { is: 'guest' };
  }
  try {
    const response = await fetch(`${location.origin}/api/auth/me`, { headers: bearer(token) });
    if (response.ok) return { is: 'user', user: ACCOUNT_ANSWERS.authControllerMe(await response.json()).user };
    // As on every other page. When another tab has logged in since then, that login starts its own request.
    endRefusedSession(response.status, token, () => browser.goTo('/login'));
  } catch {
    // The token is kept.
  }
  return sessionToken() === null ? { is: 'guest' } : { is: 'unknown' };
}

function bearer(token: string): HeadersInit {
  return { authorization: `Bearer ${token}` };
}
