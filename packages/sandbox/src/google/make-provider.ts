import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { People } from './people.js';

/** The one client of the sandbox's provider. */
export interface SandboxClient {
  id: string;
  secret: string;
  redirectUri: string;
}

const SIGNING_ALGORITHM = 'ES256';

/**
 * Creates the provider. Its package is loaded only at the first sign-in, because loading takes half a second. Like Google with
 * `prompt=select_account`, it asks for an account each time; consent is assumed.
 */
export async function makeProvider(issuer: string, client: SandboxClient, people: People): Promise<Provider> {
  const { default: OpenIdProvider, interactionPolicy } = await quietly(() => import('oidc-provider'));
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return quietly(
    async () =>
      new OpenIdProvider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [client.redirectUri],
            grant_types: ['authorization_code'],
            response_types: ['code'],
            token_endpoint_auth_method: 'client_secret_post',
            id_token_signed_response_alg: SIGNING_ALGORITHM,
          },
        ],
        enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
        jwks: {
          keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'sandbox', use: 'sig', alg: SIGNING_ALGORITHM }],
        },
        cookies: { keys: [randomBytes(32).toString('base64url')] },
        scopes: ['openid', 'email', 'profile'],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        // As at Google, the claims are in the ID token, and not only at a separate endpoint.
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
        interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
        ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AuthorizationCode: 60, AccessToken: 600, IdToken: 600 },
        findAccount: async (_context: unknown, sub: string) => {
          const person = people.of(sub);
          const claims = async () =>
            person && { sub, email: person.email, email_verified: person.isEmailVerified, name: person.name };
          return person && { accountId: sub, claims };
        },
        loadExistingGrant,
        renderError: async (context: { type: string; body: string }, { error }: { error: string }) => {
          context.type = 'text/plain; charset=utf-8';
          context.body = `The sandbox's provider refuses this: ${error.replace(/[^a-z_]/g, '')}\n`;
        },
      }),
  );
}

interface GrantContext {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: {
      Grant: new (of: { clientId: string; accountId: string }) => {
        addOIDCScope(scope: string): void;
        save(): unknown;
      };
    };
  };
}

async function loadExistingGrant({ oidc }: GrantContext) {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

/** The package prints notes on production use to the console, where they would hide the output of `make start`. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}
