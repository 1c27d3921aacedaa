import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { type ApplyRequest, Outcome, OutcomeKind, UsageServiceService } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp } from '../create-app.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { targetsAt } from '../rpc-clients.js';

const RESET = 1_796_083_200;
const counted = { ...Outcome.decode(new Uint8Array()), limit: 100, resetAtSeconds: RESET };

let folder: string;
let standIns: RpcStandIn[];
/** The operations that usage received, in order. `kind` is its answer to a reservation. */
let applied: string[];
let kind: OutcomeKind;
let gateway: GatewayApp;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refusal-'));
  applied = [];
  const socket = (name: string) => `unix:${join(folder, name)}.sock`;
  standIns = [
    new RpcStandIn(AuthServiceService, socket('auth'), {
      authenticateKey: () => ({ accountId: 'account', keyId: 'key-1', validUntilMs: 0 }),
      listRevoked: () => ({ ids: [] }),
    }),
    new RpcStandIn(SummarisationServiceService, socket('summarisation'), {
      resolve: () => ({ invalidCode: '', videoId: 'precisDemo1' }),
    }),
    new RpcStandIn(UsageServiceService, socket('usage'), {
      apply: ({ operations }: ApplyRequest) => {
        applied.push(...operations.map(({ operation }) => operation!.$case));
        return { outcomes: operations.map(() => ({ ...counted, kind })) };
      },
    }),
  ];
  await Promise.all(standIns.map((one) => one.listen()));
  const addresses = {
    ...targetsAt(socket('nowhere')),
    AUTH_ADDRESS: socket('auth'),
    USAGE_ADDRESS: socket('usage'),
    SUMMARISATION_ADDRESS: socket('summarisation'),
  };
  gateway = await createApp(
    readConfig({ PORT: 0, PUBLIC_URL: 'http://localhost', CALLER_SECRET: 'secret-of-the-gateway', ...addresses }),
    { logger: createLogger('test', 'silent') },
  );
});

afterEach(async () => {
  await gateway.close();
  standIns.forEach((one) => one.close());
  rmSync(folder, { recursive: true });
});

describe('a call that the quota refuses', () => {
  it.each([
    ['is used up', OutcomeKind.OUTCOME_KIND_EXHAUSTED],
    ['is all being worked on', OutcomeKind.OUTCOME_KIND_IN_USE],
  ])('because it %s reports limit and reset in headers and body, and asks usage once', async (_, told) => {
    kind = told;
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/api/youtube/summarize`, {
      method: 'POST',
      headers: { 'x-api-key': 'prc_test', 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://youtu.be/precisDemo1' }),
    });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 'quota_exceeded', limit: 100, remaining: 0, reset: RESET });
    const header = (name: string) => answer.headers.get(`x-ratelimit-${name}`);
    expect([header('limit'), header('remaining'), header('reset')]).toEqual(['100', '0', String(RESET)]);
    expect(applied).toEqual(['reserve']);
  });
});
