import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { PageTitle } from '../../components/page-title';
import { PartBoundary } from '../../components/part-boundary';
import { profile } from '../../texts/profile';
import { useFreshUser } from '../api-key/use-fresh-user';
import { BillingSection } from '../billing/billing-section';
import { WebhooksSection } from '../webhooks/webhooks-section';
import { AccountSection } from './account-section';
import { ActivitySection } from './activity-section';
import { AppearanceSection } from './appearance-section';
import { DataSection } from './data-section';
import { NotificationsSection } from './notifications-section';
import { PasswordSection } from './password-section';
import styles from './profile.module.css';
import { SessionsSection } from './sessions-section';

type TabKey = keyof typeof profile.tabs;

const SECTIONS: Record<TabKey, ReactNode> = {
  account: <AccountSection />,
  password: <PasswordSection />,
  sessions: <SessionsSection />,
  activity: <ActivitySection />,
  billing: <BillingSection />,
  notifications: <NotificationsSection />,
  webhooks: <WebhooksSection />,
  data: <DataSection />,
  appearance: <AppearanceSection />,
};
const KEYS = Object.keys(SECTIONS) as TabKey[];

/** The signed-in user's account (WEB-23). The address names the open section, so that a link leads to it. */
export function Profile() {
  const [search] = useSearchParams();
  const user = useAppSelector((state) => state.session.user);
  const asked = search.get('tab');
  const open = KEYS.find((key) => key === asked) ?? 'account';
  const row = useRef<HTMLUListElement>(null);
  // An address may have been verified, or a password set, in another tab.
  useFreshUser();

  useEffect(() => {
    // On phones the row scrolls; the open section must be visible.
    const list = row.current!;
    const link = list.querySelector<HTMLElement>('[aria-current]');
    if (link) list.scrollLeft = link.offsetLeft - list.offsetLeft - 16;
  }, [open]);

  if (!user) return null;
  return (
    <>
      <PageTitle title={profile.title} />
      <div className={styles.page}>
        <nav aria-label={profile.sections}>
          <ul ref={row} className={styles.tabs}>
            {KEYS.map((key) => (
              <li key={key}>
                <Link
                  to={key === 'account' ? '/profile' : `/profile?tab=${key}`}
                  aria-current={key === open ? 'page' : undefined}
                >
                  {profile.tabs[key]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="profile-section" className={styles.section}>
          <h2 id="profile-section">{profile.tabs[open]}</h2>
          <PartBoundary resetKey={open}>{SECTIONS[open]}</PartBoundary>
        </section>
      </div>
    </>
  );
}
