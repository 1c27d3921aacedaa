import { frame } from '../texts/frame';

export interface PageLink {
  to: string;
  label: string;
}

/** Links of the header and the footer. */
export const PUBLIC_LINKS: PageLink[] = [
  { to: '/', label: frame.home },
  { to: '/pricing', label: frame.pricing },
  { to: '/docs', label: frame.documentation },
];

export const LEGAL_LINKS: PageLink[] = [
  { to: '/terms', label: frame.terms },
  { to: '/privacy', label: frame.privacy },
];

/** Links of the menu under the user's name (WEB-13); Logout follows them. */
export const MENU_LINKS: PageLink[] = [
  { to: '/dashboard', label: frame.dashboard },
  { to: '/playground', label: frame.playground },
  { to: '/api-keys', label: frame.apiKeys },
  { to: '/usage', label: frame.usageStats },
  { to: '/referrals', label: frame.referrals },
  { to: '/profile', label: frame.profile },
];

/** The second row of signed-in pages. */
export const TAB_LINKS: PageLink[] = [
  { to: '/dashboard', label: frame.dashboard },
  { to: '/playground', label: frame.playground },
  { to: '/api-keys', label: frame.apiKeys },
  { to: '/usage', label: frame.usage },
  { to: '/client-usage', label: frame.clients },
  { to: '/referrals', label: frame.referrals },
  { to: '/profile', label: frame.profile },
];
