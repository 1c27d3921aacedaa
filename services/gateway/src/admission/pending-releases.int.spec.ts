import { type ApplyRequest, Outcome, OutcomeKind, UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationsClient } from '../rpc-clients.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { PendingReleases } from './pending-releases.js';

const counted = { ...Outcome.decode(new Uint8Array()), attempt: 1, limit: 3, remaining: 2 };

let folder: string;
let applied: string[];
let errors: object[];
let usage: RpcStandIn;
let clients: { close(): void }[];
let releases: PendingReleases;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  [applied, errors] = [[], []];
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {
    apply: ({ operations }: ApplyRequest) => {
      applied.push(...operations.map(({ callId, operation }) => `${operation!.$case} ${callId}`));
      return { outcomes: operations.map(() => ({ ...counted, kind: OutcomeKind.OUTCOME_KIND_CHARGED })) };
    },
  });
  await usage.listen();
  const target = { address: usage.address, caller: 'gateway', secret: 'secret-of-the-gateway' };
  const rpc = connectRpc(UsageServiceService, target);
  const batches = operationsClient(target, rpc);
  clients = [rpc, batches];
  const logger: Logger = Object.assign(createLogger('test', 'silent'), {
    error: (fields: object) => void errors.push(fields),
  });
  releases = new PendingReleases(batches, logger);
});

afterEach(() => {
  releases.stop();
  clients.forEach((client) => client.close());
  usage.close();
  rmSync(folder, { recursive: true });
});

describe('releases that wait while their gateway stops', () => {
  const add = (callId: string, keyed: boolean) => releases.add({ accountId: 'account', callId, attempt: 1, keyed });

  it('are all sent, and a charge whose caller got 503 is refunded', async () => {
    add('unkeyed', false);
    add('keyed', true);
    await releases.drain(5_000);
    expect(applied.sort()).toEqual(['refund unkeyed', 'release keyed', 'release unkeyed']);
    expect(errors).toEqual([]);
  });

  it('are counted in the log when usage stays unavailable, and delay the stop no longer than the limit', async () => {
    usage.away = true;
    add('one', false);
    add('two', false);
    await releases.drain(300);
    expect(errors).toEqual([{ count: 2 }]);
  });

  it('are named in the log when a call adds them after the last one was sent', async () => {
    add('in time', false);
    await releases.drain(5_000);
    add('late', false);
    expect(errors).toEqual([{ count: 1, callId: 'late' }]);
    expect(applied).not.toContain('release late');
  });
});
