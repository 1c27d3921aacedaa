import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSessionToken, sessionToken } from '../lib/session-token';
import { mara } from '../testing/gateway';
import { freshToken } from '../testing/open-page';
import { adoptSession } from './adopt-session';
import { began, type User } from './session';
import { makeStore } from './store';

const tokenOf = (sub: string, seconds = 86_400) => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'EdDSA' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + seconds })}.c2ln`;
};
const other = { ...mara, id: 'other', email: 'other@example.com' } as User;
const brought = { token: tokenOf('other'), user: other };
const signedIn = (token: string) => {
  keepSessionToken(token);
  const store = makeStore();
  store.dispatch(began(mara as User));
  return store;
};

describe('a session that a link brought', () => {
  it('is accepted when nobody is signed in, and when the session here has expired (WEB-38)', () => {
    for (const before of [null, tokenOf(mara.id, -1)]) {
      if (before) keepSessionToken(before);
      const store = makeStore();
      expect(adoptSession(store, brought, 'link')).toBeNull();
      expect([sessionToken(), store.getState().session.user?.id]).toEqual([brought.token, 'other']);
    }
  });

  it('is accepted for the account that is already signed in (WEB-38)', () => {
    for (const token of [tokenOf('other'), freshToken()]) {
      const store = signedIn(token);
      store.dispatch(began(other));
      expect(adoptSession(store, brought, 'link')).toBeNull();
    }
  });

  it('never replaces that of another account without a button press (WEB-38)', () => {
    const mine = tokenOf(mara.id);
    const store = signedIn(mine);
    expect(adoptSession(store, brought, 'link')).toEqual({ email: mara.email });
    expect([sessionToken(), store.getState().session.user?.id]).toEqual([mine, mara.id]);
    expect(adoptSession(store, brought, 'press')).toBeNull();
    expect(sessionToken()).toBe(brought.token);
  });

  it('never replaces a session that another tab has just begun, or that could not be checked (WEB-38)', () => {
    const mine = tokenOf('third');
    const store = makeStore();
    keepSessionToken(mine);
    expect(adoptSession(store, brought, 'link')).toEqual({ email: null });
    expect(sessionToken()).toBe(mine);
  });
});

it('is stored only by this function, except the token that Google sent back, which is no session (WEB-38)', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.spec\.|(^|\/)testing\//.test(file),
  );
  const keepers = files.filter((file) => readFileSync(join('web/src', file), 'utf8').includes('keepSessionToken('));
  expect(keepers.toSorted()).toEqual([
    'app/adopt-session.ts',
    'features/account/finish-sign-in.ts',
    'lib/session-token.ts',
  ]);
});
