import { useCallback, useEffect, useState } from 'react';
import { Footer } from '../app/frame/footer';
import frameStyles from '../app/frame/frame.module.css';
import { Header, type LinkComponent } from '../app/frame/header';
import { takeMessage } from '../lib/left-message';
import { frame } from '../texts/frame';
import { landing } from '../texts/landing';
import { IntroVideo, PromoVideo } from './embedded-video';
import { Features } from './features';
import { Prices } from './prices';
import { Proof } from './proof';
import { Steps } from './steps';
import { Toast } from './toast';
import { useDeployment } from './deployment';
import { useVisitor, type Visitor } from './visitor';
import styles from './landing.module.css';

const Link: LinkComponent = ({ to, ...rest }) => <a href={to} {...rest} />;

/** The landing page: without Ant Design, router and store, so that it is light (WEB-14). */
export function Landing() {
  const deployment = useDeployment();
  const { visitor, logout } = useVisitor();
  const [message, setMessage] = useState<string | null>(null);
  const [origin, setOrigin] = useState('https://precis.example');
  const forget = useCallback(() => setMessage(null), []);
  useEffect(() => {
    // In development effects run twice, but the message can be taken only once.
    const left = takeMessage('/');
    if (left !== null) setMessage(left);
    setOrigin(location.origin);
  }, []);

  return (
    <div className={visitor.is === 'asking' ? `${frameStyles.page} ${styles.asking}` : frameStyles.page}>
      <a className={frameStyles.skip} href="#content">
        {frame.skip}
      </a>
      <Header
        Link={Link}
        path="/"
        user={headerUser(visitor)}
        onLogout={() => {
          logout();
          setMessage(frame.loggedOut);
        }}
        standIns={deployment?.sandbox}
      />
      <Toast text={message} onGone={forget} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <section className={styles.hero}>
          <div className={styles.promise}>
            <h1>{landing.promise}</h1>
            <p className={styles.lead}>{landing.lead}</p>
            <p className={styles.actions}>
              <CallToAction visitor={visitor} />
              <a className={styles.second} href="/docs">
                {landing.documentation}
              </a>
            </p>
            <p className={styles.muted}>{landing.free}</p>
            <IntroVideo address={deployment?.videos?.hero ?? null} />
          </div>
          <Proof />
        </section>
        <Features />
        <Steps origin={origin} />
        <Prices />
        <PromoVideo address={deployment?.videos?.promo ?? null} />
        <section className={styles.call}>
          <h2>{landing.callTitle}</h2>
          <p className={styles.muted}>{landing.callText}</p>
          <p className={styles.actions}>
            <CallToAction visitor={visitor} />
          </p>
        </section>
      </main>
      <Footer Link={Link} links={deployment} />
    </div>
  );
}

/** Leads a user with a session to the dashboard, which reports when the server is unavailable (WEB-5). */
function CallToAction({ visitor }: { visitor: Visitor }) {
  return visitor.is === 'user' || visitor.is === 'unknown' ? (
    <a className={styles.first} href="/dashboard">
      {landing.goToDashboard}
    </a>
  ) : (
    <a className={styles.first} href="/register" data-guest>
      {landing.getStarted}
    </a>
  );
}

/** The prerendered page is for visitors. public/theme.js marks the document of a user with a session, whose header is shown later. */
function headerUser(visitor: Visitor) {
  if (visitor.is === 'user') return visitor.user;
  return visitor.is === 'unknown' ? undefined : null;
}
