import { readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { ProtectedPage } from './guards';
import { routes } from './routes';

/** The paths of WEB-1; / is a separate document. */
const OF_THE_PRODUCT = [
  '/login',
  '/register',
  '/pricing',
  '/docs',
  '/terms',
  '/privacy',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/auth/callback',
  '/payment/success',
  '/payment/cancel',
  '/unsubscribe',
  '/undo-email-change',
  '/status',
  '/verify-statement',
];
const SIGNED_IN = ['/dashboard', '/profile', '/api-keys', '/usage', '/client-usage', '/playground', '/referrals'];

describe('the routes', () => {
  it('are all that the product names, the last seven for signed-in users (WEB-1)', () => {
    const [{ children = [] }] = routes;
    const elementAt = (path: string) => children.find((route) => route.path === path)?.element as ReactElement;
    expect([...OF_THE_PRODUCT, ...SIGNED_IN].filter((path) => !elementAt(path))).toEqual([]);
    const guarded = children.filter(({ element }) => (element as ReactElement).type === ProtectedPage);
    expect(guarded.map(({ path }) => path)).toEqual(SIGNED_IN);
  });

  it('are those that the host of the site answers with the app, and the not-found page for all others (WEB-1, WEB-2)', () => {
    const { paths } = JSON.parse(readFileSync('web/public/paths.json', 'utf8')) as { paths: string[] };
    const [{ children = [] }] = routes;
    expect(children.map(({ path }) => path)).toEqual([...paths, '*']);
  });
});
