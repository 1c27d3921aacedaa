import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { SystemClock } from '@precis/runtime/clock';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthRpc } from '../rpc-clients.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { Credentials } from './credentials.js';
import { RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const KEY = 'prc_test';

let folder: string;
let revoked: string[];
let auth: RpcStandIn;
let rpc: AuthRpc;
let poll: RevocationPoll;
let credentials: Credentials;

const asked = () => auth.calls.filter((name) => name === 'authenticateKey').length;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cred-'));
  revoked = [];
  auth = new RpcStandIn(AuthServiceService, `unix:${join(folder, 'auth.sock')}`, {
    authenticateKey: () => ({ accountId: 'account', keyId: 'key-1', validUntilMs: 0 }),
    listRevoked: () => ({ ids: revoked }),
  });
  await auth.listen();
  rpc = connectRpc(AuthServiceService, { address: auth.address, caller: 'gateway', secret: 'secret-of-the-gateway' });
  poll = new RevocationPoll(rpc, createLogger('test', 'silent'));
  poll.start();
  const clock = new SystemClock();
  credentials = new Credentials(rpc, new SessionTokenVerifier(rpc, clock), poll, clock);
  await eventually('a good poll', () => poll.isFresh());
});

afterEach(() => {
  poll.stop();
  rpc.close();
  auth.close();
  rmSync(folder, { recursive: true });
});

describe('credentials at the gateway', () => {
  it('are asked of auth once for a burst of 200 and then known', async () => {
    await Promise.all(Array.from({ length: 200 }, () => credentials.principalOf(KEY, 'curl')));
    await credentials.principalOf(KEY, 'curl');
    expect(asked()).toBe(1);
  });

  it('are asked again as soon as a poll names them revoked', async () => {
    await credentials.principalOf(KEY, 'curl');
    revoked = ['key-1'];
    await eventually('the revocation', () => poll.isRevoked('key-1'), 1_000);
    await credentials.principalOf(KEY, 'curl');
    expect(asked()).toBe(2);
  });

  it('are not believed from the cache when no poll succeeded for 0.9 s: 503, not 200 and not 401', async () => {
    await credentials.principalOf(KEY, 'curl');
    auth.away = true;
    await eventually('the list of revocations to be stale', () => !poll.isFresh(), 5_000);
    await expect(credentials.principalOf(KEY, 'curl')).rejects.toMatchObject({ kind: 'unavailable' });
    auth.away = false;
    await expect(credentials.principalOf(KEY, 'curl')).resolves.toMatchObject({ accountId: 'account' });
  });

  it('make the gateway unready while the list of revocations is stale and auth does not answer, and no longer', async () => {
    await expect(poll.requireFresh()).resolves.toBeUndefined();
    auth.away = true;
    await eventually('the list of revocations to be stale', () => !poll.isFresh(), 5_000);
    await expect(poll.requireFresh()).rejects.toMatchObject({ kind: 'unavailable' });
    auth.away = false;
    await expect(poll.requireFresh()).resolves.toBeUndefined();
    expect(poll.isFresh()).toBe(true);
  });
});
