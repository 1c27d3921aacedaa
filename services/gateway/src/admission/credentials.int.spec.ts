import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthRpc } from '../rpc-clients.js';
import { Credentials } from './credentials.js';
import { RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const KEY = 'prc_test';

/** auth as the gateway sees it: a gRPC server whose knowledge and health the test decides. */
class AuthStandIn {
  asked = 0;
  polls = 0;
  revoked: string[] = [];
  away = false;
  private readonly server = new Server();

  async listen(address: string): Promise<void> {
    const answer = (work: () => object) => (_call: unknown, reply: (error: object | null, value?: object) => void) =>
      this.away ? reply({ code: status.UNAVAILABLE, details: 'away' }) : reply(null, work());
    const implementation = Object.fromEntries(Object.keys(AuthServiceService).map((name) => [name, answer(() => ({}))]));
    implementation.authenticateKey = answer(() => {
      this.asked++;
      return { accountId: 'account', keyId: 'key-1', validUntilMs: 0 };
    });
    implementation.listRevoked = answer(() => {
      this.polls++;
      return { ids: this.revoked };
    });
    this.server.addService(AuthServiceService, implementation as never);
    await new Promise<void>((resolve, reject) => this.server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())));
  }

  close(): void {
    this.server.forceShutdown();
  }
}

let folder: string;
let auth: AuthStandIn;
let rpc: AuthRpc;
let poll: RevocationPoll;
let credentials: Credentials;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cred-'));
  const address = `unix:${join(folder, 'auth.sock')}`;
  auth = new AuthStandIn();
  await auth.listen(address);
  rpc = connectRpc(AuthServiceService, { address, caller: 'gateway', secret: 'secret-of-the-gateway' });
  poll = new RevocationPoll(rpc, createLogger('test', 'silent'));
  poll.start();
  credentials = new Credentials(rpc, new SessionTokenVerifier(rpc), poll);
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
    expect(auth.asked).toBe(1);
  });

  it('are asked again as soon as a poll names them revoked', async () => {
    await credentials.principalOf(KEY, 'curl');
    auth.revoked = ['key-1'];
    await eventually('the revocation', () => poll.isRevoked('key-1'), 1_000);
    await credentials.principalOf(KEY, 'curl');
    expect(auth.asked).toBe(2);
  });

  it('are not believed from the cache when no poll succeeded for 0.9 s: 503, not 200 and not 401', async () => {
    await credentials.principalOf(KEY, 'curl');
    auth.away = true;
    await eventually('the list of revocations to be stale', () => !poll.isFresh(), 5_000);
    await expect(credentials.principalOf(KEY, 'curl')).rejects.toMatchObject({ kind: 'unavailable' });
    auth.away = false;
    await expect(credentials.principalOf(KEY, 'curl')).resolves.toMatchObject({ accountId: 'account' });
  });
});
