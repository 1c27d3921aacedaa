import { Fragment, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { frame } from '../texts/frame';
import { checkSession } from './check-session';
import { useAppSelector } from './store';
import { useStore } from 'react-redux';
import type { Store } from './store';
import { Unreachable } from '../components/unreachable';

/** A page for signed-in users (WEB-3). After the login they return to it. */
export function ProtectedPage({ children }: { children: ReactNode }) {
  const { status, user } = useAppSelector((state) => state.session);
  const store = useStore() as Store;
  const { pathname, search } = useLocation();
  if (status === 'loading') return <p role="status">{frame.loading}</p>;
  if (status === 'unknown') return <Unreachable text={frame.unreachable} onRetry={() => void checkSession(store)} />;
  if (status === 'anonymous') return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
  // Another tab may log in as another user: then the page drops the data of the previous account.
  return <Fragment key={user?.id}>{children}</Fragment>;
}

/**
 * A page for visitors. A user who is signed in when it opens goes to /dashboard. This is decided only once, so that the page itself may sign in and
 * say so. An address with a `token` is let through with `letTokenThrough` (WEB-4).
 */
export function GuestPage({ children, letTokenThrough = false }: { children: ReactNode; letTokenThrough?: boolean }) {
  const status = useAppSelector((state) => state.session.status);
  const { search } = useLocation();
  const [passes, setPasses] = useState(letTokenThrough && new URLSearchParams(search).has('token'));
  if (passes) return children;
  if (status === 'loading') return <p role="status">{frame.loading}</p>;
  if (status === 'authenticated') return <Navigate to="/dashboard" replace />;
  setPasses(true);
  return null;
}
