import { DomainError } from '@precis/runtime/domain-error';
import passport from 'passport';
import OAuth2Strategy, {
  type Done,
  type Exchange,
  type Query,
  type StateStore,
  type TokenAnswer,
} from 'passport-oauth2';
import type { GoogleClient } from './google-client.js';
import { googleDenied, googleRefused, googleStateInvalid, googleUnavailable } from './google.errors.js';
import type { Provider } from './google-provider.provider.js';
import type { GoogleIdentity } from './id-token.verifier.js';
import { askProvider } from './provider-http.js';
import type { TransactionSecret } from './transaction-secret.js';

/** The parts of a strategy that the caller of runStrategy provides. */
interface StrategyParts {
  provider: Provider;
  client: GoogleClient;
  secret: TransactionSecret;
  /** Spends the sign-in: true for exactly one caller. */
  spend(): Promise<boolean>;
  prove(idToken: unknown): Promise<GoogleIdentity>;
}

/**
 * Passport's OAuth 2.0 flow for one sign-in, with the gaps of passport-oauth2 closed: its usual state store checks nothing, it trusts an `error`
 * without checking the state, its requests have no deadline, and it knows neither nonce nor ID token.
 */
class GoogleStrategy extends OAuth2Strategy {
  private readonly states: StateStore;
  private readonly secret: TransactionSecret;

  constructor({ provider, client, secret, spend, prove }: StrategyParts) {
    const states = new TransactionStates(secret, spend);
    super(
      {
        authorizationURL: provider.authorizationUrl,
        tokenURL: provider.tokenUrl,
        clientID: client.id,
        clientSecret: client.secret,
        callbackURL: client.callbackUrl,
        scope: 'openid email profile',
        store: states,
        skipUserProfile: true,
      },
      (_access, _refresh, answer: TokenAnswer, _profile, done) =>
        void prove(answer.id_token).then((identity) => done(null, identity), done),
    );
    this.states = states;
    this.secret = secret;
    this._oauth2.getOAuthAccessToken = exchangeAt(provider.tokenUrl, client);
  }

  override authenticate(request: { query: Query }, options?: object): void {
    if (!request.query.error) return super.authenticate(request, options);
    this.states.verify(request, request.query.state, {}, (error, isOurs, refusal) => {
      if (error) this.error(error);
      else if (!isOurs) this.fail(refusal);
      else super.authenticate(request, options);
    });
  }

  override authorizationParams(): Record<string, string> {
    const { nonce, codeChallenge } = this.secret;
    // Lets a browser that is signed in to several Google accounts choose one.
    return { nonce, code_challenge: codeChallenge, code_challenge_method: 'S256', prompt: 'select_account' };
  }
}

/** Passport's state store for one sign-in: accepts only the state of the browser's cookie, and only once. */
class TransactionStates implements StateStore {
  constructor(
    private readonly secret: TransactionSecret,
    private readonly spend: () => Promise<boolean>,
  ) {}

  store(_request: { query: Query }, _meta: object, done: Done): void {
    done(null, this.secret.state);
  }

  /** Returns the PKCE verifier, which passport-oauth2 sends with the code. */
  verify(_request: { query: Query }, state: string | undefined, _meta: object, done: Done): void {
    if (!this.secret.hasState(state ?? '')) return done(null, false, googleStateInvalid());
    this.spend().then(
      (isFirst) => (isFirst ? done(null, this.secret.codeVerifier) : done(null, false, googleStateInvalid())),
      done,
    );
  }
}

/** Sends the token request. A code that the provider refuses is the browser's fault; all other errors are the provider's or ours. */
function exchangeAt(tokenUrl: string, { id, secret }: GoogleClient): Exchange {
  return (code, params, done) =>
    void askProvider(tokenUrl, { ...params, code, client_id: id, client_secret: secret }).then(({ status, body }) => {
      if (status === 200) return done(null, body.access_token, undefined, body);
      const said = new Error(`the token endpoint answered ${status}`);
      done(status === 400 && body.error === 'invalid_grant' ? googleRefused(said) : googleUnavailable(said));
    }, done);
}

/** Runs passport without a server: returns the address for the browser, or the found identity. Throws DomainError. */
export function runStrategy(parts: StrategyParts, query: Query): Promise<{ redirect: string } | GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const response = {
      setHeader: (name: string, value: string) => void (name === 'Location' && resolve({ redirect: value })),
      end: () => undefined,
    };
    const outcome = (error: unknown, identity?: unknown, challenge?: unknown) => {
      if (error) reject(refusalOf(error));
      else if (identity) resolve(identity as GoogleIdentity);
      else reject(challenge instanceof DomainError ? challenge : googleDenied());
    };
    passport.authenticate(new GoogleStrategy(parts), { session: false }, outcome)({ query }, response, reject);
  });
}

/**
 * Finds our error in that of passport-oauth2, which wraps errors of the token request. For an `error` in the redirect other than access_denied, it
 * makes an AuthorizationError with a code.
 */
function refusalOf(error: unknown): unknown {
  const { oauthError, name, code } = error as { oauthError?: unknown; name?: string; code?: string };
  if (name !== 'AuthorizationError') return oauthError ?? error;
  // The text is not used: it comes from the address, which anybody can write.
  const cause = new Error('sent back with an error');
  return code === 'server_error' || code === 'temporarily_unavailable'
    ? googleUnavailable(cause)
    : googleRefused(cause);
}
