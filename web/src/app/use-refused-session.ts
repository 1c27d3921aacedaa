import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { refusalSeen } from './session';
import { useAppDispatch, useAppSelector } from './store';

/** Pages for visitors, or pages with the token of a link, which would be lost. */
const STAY = new Set([
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/auth/callback',
  '/unsubscribe',
  '/undo-email-change',
]);

/** After a refused session every page leads to /login and back, unless /login is already open (WEB-7). */
export function useRefusedSession(): void {
  const isRefused = useAppSelector((state) => state.session.isRefused === true);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isRefused) return;
    dispatch(refusalSeen());
    if (STAY.has(pathname)) return;
    void navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [dispatch, isRefused, navigate, pathname, search]);
}
