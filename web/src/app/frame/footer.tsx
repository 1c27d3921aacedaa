import { useSyncExternalStore } from 'react';
import { BRAND, frame } from '../../texts/frame';
import { type AppearanceChoice, chooseAppearance, useAppearanceChoice } from '../appearance';
import type { InfoControllerInfoApiResponse } from '../../lib/generated-api';
import { LEGAL_LINKS, PUBLIC_LINKS } from '../links';
import type { LinkComponent } from './header';
import { Logo } from './logo';
import styles from './footer.module.css';

/** The links of the deployment, from GET /api/info; gateways of the previous release send fewer. */
export type OwnLinks = Partial<Pick<InfoControllerInfoApiResponse, 'contact' | 'social'>>;

/** Absent on the prerendered page: it may be a year old, and must equal what the browser renders. */
function useCurrentYear(): number | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => new Date().getUTCFullYear(),
    () => null,
  );
}

/** Blurb, links, legal pages, the year and the links of the deployment; empty ones are hidden (WEB-13, WEB-32). */
export function Footer({ Link, links }: { Link: LinkComponent; links?: OwnLinks }) {
  const choice = useAppearanceChoice();
  const year = useCurrentYear();
  const shown = links ? shownLinks(links) : [];
  return (
    <footer className={styles.footer}>
      <div className={styles.footerRow}>
        <div>
          <Logo />
          <p className={styles.blurb}>{frame.tagline}</p>
        </div>
        <div>
          <h2>{frame.links}</h2>
          <ul>
            {PUBLIC_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li>
              <Link to="/status">{frame.status}</Link>
            </li>
          </ul>
        </div>
        <div>
          <h2>{frame.legal}</h2>
          <ul>
            {LEGAL_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <p>
            © {year} {BRAND}
          </p>
          <label className={styles.choice}>
            {frame.appearance}
            <select value={choice} onChange={(event) => chooseAppearance(event.target.value as AppearanceChoice)}>
              {Object.entries(frame.appearances).map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        {/* Rendered before the links are known, so that nothing moves when they arrive. */}
        <div className={styles.elsewhere}>
          {shown.length > 0 && (
            <ul aria-label={frame.elsewhere}>
              {shown.map(({ label, href, isOurs }) => (
                <li key={label}>
                  <a href={href} {...(isOurs ? {} : { rel: 'noopener noreferrer', target: '_blank' })}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </footer>
  );
}

function shownLinks({ contact = null, social = {} }: OwnLinks): { label: string; href: string; isOurs?: boolean }[] {
  const kinds = Object.keys(frame.social) as (keyof typeof frame.social)[];
  return [
    ...(contact === null ? [] : [contactLink(contact)]),
    ...kinds.flatMap((kind) => (social[kind] ? [{ label: frame.social[kind], href: social[kind] }] : [])),
  ];
}

/** A mail address has no scheme. */
function contactLink(contact: string) {
  const isPage = contact.startsWith('https:');
  return { label: frame.contact, href: isPage ? contact : `mailto:${contact}`, isOurs: !isPage };
}
