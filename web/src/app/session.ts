import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { SESSION_REFUSED } from '../lib/call-gateway';
import type { AuthControllerMeApiResponse } from '../lib/generated-api';

/** The signed-in user, as GET /api/auth/me describes it. */
export type User = AuthControllerMeApiResponse['user'];

/** What the app knows about the session of this browser. */
export interface SessionState {
  /** `unknown`: the session could not be checked because the server was not reached; its token is kept (WEB-7). */
  status: 'loading' | 'authenticated' | 'anonymous' | 'unknown';
  user: User | null;
  /** Whether the server refused the session and the open page has not led to /login yet (WEB-7). */
  isRefused?: boolean;
}

const initialState: SessionState = { status: 'loading', user: null };

/** The signed-in user, as every page sees it. */
export const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    began: (_state, { payload }: PayloadAction<User>): SessionState => ({ status: 'authenticated', user: payload }),
    ended: (): SessionState => ({ status: 'anonymous', user: null }),
    /** The server could not be asked. A known user is dropped as well, because another tab may have logged in as another user. */
    unchecked: (): SessionState => ({ status: 'unknown', user: null }),
    /** A check of the session has begun. The page of a known user stays meanwhile. */
    checking: (state): SessionState => (state.user ? state : initialState),
    refusalSeen: (state) => {
      delete state.isRefused;
    },
    /** After a saved profile or a generated key: the user as the server now has it. */
    userChanged: (state, { payload }: PayloadAction<Partial<User>>) => {
      if (state.user) Object.assign(state.user, payload);
    },
  },
  extraReducers: (builder) =>
    builder.addCase(SESSION_REFUSED, (state): SessionState => {
      // A visitor has no session: a login with a wrong password is a 401 too.
      return state.status === 'anonymous' ? state : { status: 'anonymous', user: null, isRefused: true };
    }),
});

export const { began, ended, unchecked, checking, refusalSeen, userChanged } = session.actions;
