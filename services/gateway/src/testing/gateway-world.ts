import type { ServiceDefinition } from '@grpc/grpc-js';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { ReferralsServiceService } from '@precis/proto/referrals/v1/referrals';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { createLogger } from '@precis/runtime/logger';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp, type GatewayDeps } from '../create-app.js';
import { RpcStandIn } from './rpc-stand-in.js';

const SERVICES = {
  auth: AuthServiceService,
  billing: BillingServiceService,
  notifications: NotificationsServiceService,
  referrals: ReferralsServiceService,
  summarisation: SummarisationServiceService,
  usage: UsageServiceService,
} satisfies Record<string, ServiceDefinition>;

const HOUR_MS = 3_600_000;

type ServiceName = keyof typeof SERVICES;
type Answers = Record<string, (request: never) => object | Promise<object>>;

interface Call {
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** A session made by `token()`. */
  token?: string;
  key?: string;
}

/** `body` is the parsed JSON; undefined when the answer is not JSON. */
interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: ReturnType<typeof JSON.parse>;
}

/** A gateway whose services are all simulated. Its session tokens are really signed: `sid` is `session of ACCOUNT`. */
export class GatewayWorld {
  /** The calls that the services received, oldest first. */
  readonly asked: { method: string; request: Record<string, unknown> }[] = [];
  readonly services = {} as Record<ServiceName, RpcStandIn>;
  gateway!: GatewayApp;
  private readonly folder = mkdtempSync(join(tmpdir(), 'gw-'));
  private privateKey!: CryptoKey;

  private constructor(private readonly clock: Clock) {}

  static async start(
    answers: Partial<Record<ServiceName, Answers>> = {},
    settings: Record<string, unknown> = {},
    deps: GatewayDeps = {},
  ): Promise<GatewayWorld> {
    const world = new GatewayWorld(deps.clock ?? new SystemClock());
    await world.open(answers);
    world.gateway = await world.startGateway(settings, deps);
    return world;
  }

  /** Starts one more gateway for the same services. */
  startGateway(settings: Record<string, unknown> = {}, deps: GatewayDeps = {}): Promise<GatewayApp> {
    const addresses = Object.entries(this.services).map(([name, { address }]) => [
      `${name.toUpperCase()}_ADDRESS`,
      address,
    ]);
    return createApp(
      readConfig({
        PORT: 0,
        PUBLIC_URL: 'http://localhost',
        CALLER_SECRET: 'secret-of-the-gateway',
        // Large bodies in these tests do not wait for their turn; body-rate.spec and the e2e tests of hostile accounts cover the waiting.
        LARGE_BODY_MB_PER_SECOND: 500,
        ...Object.fromEntries(addresses),
        ...settings,
      }),
      { logger: createLogger('test', 'silent'), ...deps },
    );
  }

  /** Makes a session token of this account, as auth signs it. */
  token(account: string): Promise<string> {
    return new SignJWT({ sid: `session of ${account}` })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ: 'session+jwt' })
      .setSubject(account)
      .setIssuedAt(this.clock.now())
      .setExpirationTime(new Date(this.clock.now().getTime() + HOUR_MS))
      .sign(this.privateKey);
  }

  async call(
    method: string,
    path: string,
    { body, raw, headers, token, key }: Call = {},
    gateway = this.gateway,
  ): Promise<Answer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...headers,
      },
      body: sent,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  /** Returns the last request of the method. */
  lastAsked(method: string): Record<string, unknown> | undefined {
    return this.asked.findLast((one) => one.method === method)?.request;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    for (const service of Object.values(this.services)) service.close();
    rmSync(this.folder, { recursive: true });
  }

  private async open(answers: Partial<Record<ServiceName, Answers>>): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA');
    this.privateKey = privateKey;
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' }] };
    const usual: Partial<Record<ServiceName, Answers>> = {
      auth: {
        listRevoked: () => ({ ids: [], follows: true }),
        getSigningKeys: () => ({ jwksJson: JSON.stringify(jwks) }),
        authenticateSession: ({ sessionId }: { sessionId: string }) => {
          const account = /^session of (.+)$/.exec(sessionId)?.[1];
          if (account === 'suspended')
            throw new DomainError('forbidden', 'account_suspended', 'This account is suspended.');
          if (account === undefined || account === 'over')
            throw new DomainError('unauthenticated', 'session_invalid', 'Please log in again.');
          return { accountId: account, validUntilMs: 0 };
        },
        authenticateKey: ({ apiKey }: { apiKey: string }) => ({
          accountId: apiKey.slice('prc_'.length),
          keyId: apiKey,
          validUntilMs: 0,
        }),
      },
      billing: { getWallet: () => ({ balanceCents: 1_234 }) },
    };
    for (const [name, definition] of Object.entries(SERVICES) as [ServiceName, ServiceDefinition][]) {
      const all = { ...usual[name], ...answers[name] };
      const recorded = Object.keys(definition).map((method) => [
        method,
        (request: never) => {
          this.asked.push({ method, request });
          return all[method]?.(request) ?? {};
        },
      ]);
      const address = `unix:${join(this.folder, `${name}.sock`)}`;
      this.services[name] = new RpcStandIn(definition, address, Object.fromEntries(recorded) as Answers);
    }
    await Promise.all(Object.values(this.services).map((service) => service.listen()));
  }
}

function parsed(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text) as ReturnType<typeof JSON.parse>;
  } catch {
    return undefined;
  }
}
