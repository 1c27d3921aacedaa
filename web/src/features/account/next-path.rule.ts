/** The page that a login opens when no other one was requested (WEB-16). */
export const AFTER_LOGIN = '/dashboard';

/**
 * The page that was requested before the login, when it is a path of this app: it begins with one slash, and has no double slash, no backslash and
 * no character that browsers drop or read as a slash. Any other value leads to the dashboard (WEB-16).
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const path = next.split(/[?#]/, 1)[0];
  const isOurs = path.startsWith('/') && !path.includes('//') && !/[\\\s\p{Cc}]/u.test(next);
  // The landing page is a separate document, and not the goal of a user who logs in.
  return isOurs && path !== '/' ? next : AFTER_LOGIN;
}
