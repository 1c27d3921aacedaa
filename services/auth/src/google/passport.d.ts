/** The parts of passport that are used here. Its own types depend on those of Express, which we do not have. */
declare module 'passport-oauth2' {
  /** Called once. */
  export type Done = (error: unknown, ok?: unknown, info?: unknown) => void;

  export interface Query {
    state?: string;
    code?: string;
    error?: string;
  }

  export interface StateStore {
    store(request: { query: Query }, meta: object, done: Done): void;
    verify(request: { query: Query }, state: string | undefined, meta: object, done: Done): void;
  }

  export interface StrategyOptions {
    authorizationURL: string;
    tokenURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    scope: string;
    store: StateStore;
    skipUserProfile: boolean;
  }

  export type TokenAnswer = Record<string, unknown>;
  export type Exchange = (
    code: string,
    params: Record<string, string>,
    done: (error: unknown, accessToken?: unknown, refreshToken?: unknown, answer?: TokenAnswer) => void,
  ) => void;

  export default class Strategy {
    constructor(
      options: StrategyOptions,
      verify: (access: string, refresh: string | undefined, answer: TokenAnswer, profile: unknown, done: Done) => void,
    );
    protected _oauth2: { getOAuthAccessToken: Exchange };
    authenticate(request: { query: Query }, options?: object): void;
    authorizationParams(options?: object): Record<string, string>;
    error(error: unknown): void;
    fail(challenge: unknown, status?: number): void;
  }
}

declare module 'passport' {
  import type Strategy from 'passport-oauth2';
  import type { Query } from 'passport-oauth2';

  type Outcome = (error: unknown, user?: unknown, challenge?: unknown) => void;
  type Middleware = (
    request: { query: Query },
    response: { setHeader(name: string, value: string): void; end(): void },
    next: (error?: unknown) => void,
  ) => void;

  const passport: { authenticate(strategy: Strategy, options: { session: false }, outcome: Outcome): Middleware };
  export default passport;
}
