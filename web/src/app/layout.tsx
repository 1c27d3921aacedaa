import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { Link as RouterLink, Outlet, useLocation } from 'react-router-dom';
import { PartBoundary } from '../components/part-boundary';
import { endSession } from '../lib/end-session';
import { useInfoControllerInfoQuery } from '../lib/generated-api';
import { onSessionChangeElsewhere, sessionToken } from '../lib/session-token';
import { frame } from '../texts/frame';
import { checkSession } from './check-session';
import { Footer } from './frame/footer';
import { Header, type LinkComponent } from './frame/header';
import { TAB_LINKS } from './links';
import { ended } from './session';
import { useRefusedSession } from './use-refused-session';
import { type Store, useAppDispatch, useAppSelector } from './store';
import { leaveMessage } from '../lib/left-message';
import styles from './frame/frame.module.css';

/** The landing page is a separate document, so its link must load it. */
const Link: LinkComponent = ({ to, ...rest }) =>
  to === '/' ? <a href="/" {...rest} /> : <RouterLink to={to} {...rest} />;

/** The frame of every page except the landing page: header, tabs, simulated parts, footer. */
export function Layout() {
  const { pathname, hash } = useLocation();
  const { status, user } = useAppSelector((state) => state.session);
  const { data: info } = useInfoControllerInfoQuery();
  const logout = useLogout();
  useSessionOfOtherTabs();
  useRefusedSession();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // A new page starts at its top; the first one stays where the browser scrolled it.
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
    // When the address names a part of a page, the page scrolls there itself.
    if (!hash) window.scrollTo(0, 0);
  }, [pathname]);

  const shownUser = status === 'authenticated' ? user : status === 'anonymous' ? null : undefined;
  const tabRow = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On phones the row scrolls; the current page must be visible.
    const row = tabRow.current;
    const tab = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 16;
  }, [pathname, status]);

  const isTab = TAB_LINKS.some(({ to }) => to === pathname);
  return (
    <div className={styles.page}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {frame.skip}
      </a>
      <Header Link={Link} path={pathname} user={shownUser} onLogout={logout} standIns={info?.sandbox} />
      {isTab && status !== 'anonymous' && (
        <nav aria-label="Account" className={styles.tabs}>
          <ul ref={tabRow} className={styles.tabRow}>
            {TAB_LINKS.map(({ to, label }) => (
              <li key={to}>
                <RouterLink to={to} className={styles.tab} aria-current={pathname === to ? 'page' : undefined}>
                  {label}
                </RouterLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main id="content" ref={main} tabIndex={-1} className={styles.content} style={{ outline: 'none' }}>
        <PartBoundary resetKey={pathname}>
          <Suspense fallback={<p role="status">{frame.loading}</p>}>
            <Outlet />
          </Suspense>
        </PartBoundary>
      </main>
      <Footer Link={Link} links={info} />
    </div>
  );
}

/** Returns a function that logs out: it drops the session here immediately, and does not wait for the server (WEB-8). */
function useLogout(): () => void {
  const dispatch = useAppDispatch();
  return () => {
    endSession();
    dispatch(ended());
    // The landing page is another document; it shows the stored message.
    leaveMessage('/', frame.loggedOut);
    window.location.assign('/');
  };
}

function useSessionOfOtherTabs(): void {
  const store = useStore() as Store;
  useEffect(
    () =>
      onSessionChangeElsewhere(() => {
        if (sessionToken() === null) store.dispatch(ended());
        else void checkSession(store);
      }),
    [store],
  );
}
