import { configureStore, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { SESSION_REFUSED } from '../lib/call-gateway';
import { readApi } from './read-answers';
import { began, ended, session, type SessionState, unchecked } from './session';

const isEnd = isAnyOf(ended, unchecked);

/** Data that one account has loaded is never shown to the next one in this browser. */
const forgetOtherAccounts: Middleware = (store) => (next) => (action) => {
  const { status, user } = (store.getState() as { session: SessionState }).session;
  const result = next(action);
  const refused = (action as { type?: string }).type === SESSION_REFUSED && status !== 'anonymous';
  const other = began.match(action) && user !== null && user.id !== action.payload.id;
  if (refused || isEnd(action) || other) store.dispatch(readApi.util.resetApiState());
  return result;
};

/** Makes a separate store for each page load and each test. */
export function makeStore() {
  return configureStore({
    reducer: { session: session.reducer, [readApi.reducerPath]: readApi.reducer },
    middleware: (defaults) => defaults().concat(readApi.middleware, forgetOtherAccounts),
  });
}

/** The store of the app. */
export type Store = ReturnType<typeof makeStore>;
/** The state that selectors read. */
export type RootState = ReturnType<Store['getState']>;
/** React Redux's useDispatch and useSelector with the types of this store. */
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
