import type { ComponentType, ReactNode } from 'react';
import { frame } from '../../texts/frame';
import { MENU_LINKS, PUBLIC_LINKS } from '../links';
import { dollars } from '../../lib/figures';
import { Logo } from './logo';
import { NameMenu } from './name-menu';
import styles from './frame.module.css';

/** Renders a link: the landing page has no router, so its links load the other document. */
export type LinkComponent = ComponentType<{
  to: string;
  className?: string;
  title?: string;
  onClick?: () => void;
  'aria-current'?: 'page';
  'aria-label'?: string;
  children: ReactNode;
}>;

export interface HeaderProps {
  Link: LinkComponent;
  path: string;
  /** `null`: a visitor. `undefined`: not known yet; then neither Login nor a name is shown. */
  user: { name: string; wallet_balance?: number | null } | null | undefined;
  onLogout: () => void;
  /** The simulated parts of this deployment (WEB-32); nothing is shown when there are none. */
  standIns?: string[];
}

/** Logo, three links, and the signed-in user (WEB-12). */
export function Header({ Link, path, user, onLogout, standIns = [] }: HeaderProps) {
  const balance = user?.wallet_balance;
  const shownBalance = typeof balance === 'number' ? dollars(balance) : '–';
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Link to="/" className={styles.home}>
          <Logo />
        </Link>
        <nav aria-label="Main" style={{ display: 'contents' }}>
          <ul className={styles.links}>
            {PUBLIC_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.link} aria-current={path === to ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.account}>
          {standIns.length > 0 && (
            <details className={styles.sandbox}>
              <summary>{frame.sandbox}</summary>
              <div className={styles.standIns}>
                <p>{frame.sandboxMeans}</p>
                <p>{frame.standIns(standIns.join(', '))}</p>
                <p>
                  <a href="/sandbox/mailbox">{frame.mailbox}</a>
                </p>
              </div>
            </details>
          )}
          {user === null && (
            <>
              <Link to="/login" className={styles.link}>
                {frame.login}
              </Link>
              <Link to="/register" className={styles.signUp}>
                {frame.signUp}
              </Link>
            </>
          )}
          {user && (
            <>
              <Link
                to="/referrals"
                className={styles.wallet}
                title={frame.walletHint}
                aria-label={`${shownBalance}. ${frame.walletHint}`}
              >
                {shownBalance}
              </Link>
              <NameMenu name={user.name}>
                {(close) => (
                  <>
                    {MENU_LINKS.map(({ to, label }) => (
                      <li key={to}>
                        <Link to={to} className={styles.menuItem} onClick={close}>
                          {label}
                        </Link>
                      </li>
                    ))}
                    <li>
                      <button
                        type="button"
                        className={styles.menuItem}
                        onClick={() => {
                          close();
                          onLogout();
                        }}
                      >
                        {frame.logout}
                      </button>
                    </li>
                  </>
                )}
              </NameMenu>
            </>
          )}
        </div>
      </div>
    </header>
  );
}
