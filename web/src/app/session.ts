import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { SESSION_REFUSED } from '../lib/call-gateway';
import type { AuthControllerMeApiResponse } from '../lib/generated-api';

export type User = AuthControllerMeApiResponse['user'];

export interface SessionState {
  /** `unknown`: the session could not be checked, since the server was not reached; its token is kept (WEB-7). */
  status: 'loading' | 'authenticated' | 'anonymous' | 'unknown';
  user: User | null;
  /** The server refused the session; the page that is open has not gone to /login for it yet (WEB-7). */
  isRefused?: boolean;
}

const initialState: SessionState = { status: 'loading', user: null };

/** Who is signed in, as every page sees it. */
export const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    began: (_state, { payload }: PayloadAction<User>): SessionState => ({ status: 'authenticated', user: payload }),
    ended: (): SessionState => ({ status: 'anonymous', user: null }),
    /** Also when somebody was known: another tab has logged in, perhaps as somebody else. */
    unchecked: (): SessionState => ({ status: 'unknown', user: null }),
    checking: (state): SessionState => (state.user ? state : initialState),
    refusalSeen: (state) => {
      delete state.isRefused;
    },
    /** After a saved profile or a generated key: the user as the server has it now. */
    userChanged: (state, { payload }: PayloadAction<Partial<User>>) => {
      if (state.user) Object.assign(state.user, payload);
    },
  },
  extraReducers: (builder) =>
    builder.addCase(SESSION_REFUSED, (state): SessionState => {
      // A visitor has no session to refuse: a login with a wrong password is a 401 too.
      return state.status === 'anonymous' ? state : { status: 'anonymous', user: null, isRefused: true };
    }),
});

export const { began, ended, unchecked, checking, refusalSeen, userChanged } = session.actions;
