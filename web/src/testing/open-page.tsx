import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { checkSession } from '../app/check-session';
import { Root } from '../app/root';
import { routes } from '../app/routes';
import { makeStore } from '../app/store';
import { keepSessionToken } from '../lib/session-token';

/** A well-formed token that expires in a day; nothing here checks its signature. */
export function freshToken(expiresInSeconds = 86_400): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'EdDSA' })}.${part({ exp: Math.floor(Date.now() / 1000) + expiresInSeconds })}.c2ln`;
}

/** Renders the whole app at `path`, with its own store and router. `signedIn`: with a session, whose user is the answer of /api/auth/me. */
export async function openPage(path: string, { signedIn = false }: { signedIn?: boolean } = {}) {
  if (signedIn) keepSessionToken(freshToken());
  const store = makeStore();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await checkSession(store);
  const user = userEvent.setup();
  const page = render(
    <Root store={store}>
      <RouterProvider router={router} />
    </Root>,
  );
  return { ...page, user, store, router, path: () => router.state.location.pathname + router.state.location.search };
}
