import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { connectRpc } from '@precis/runtime/grpc-client';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthRpc } from '../rpc-clients.js';
import { RpcStandIn } from './rpc-stand-in.js';

/** Simulates auth with keys only: `prc_x` has the id `id of prc_x` until it is revoked. Its cursor is an index into the list of revocations. */
export class AuthStandIn {
  private readonly folder = mkdtempSync(join(tmpdir(), 'auth-in-'));
  /** Revocations, in the order in which they were announced. */
  private readonly named: string[] = [];
  private readonly dead = new Set<string>();
  private readonly suspended = new Set<string>();
  private readonly clients: AuthRpc[] = [];
  private readonly held = new Map<string, Promise<void>>();
  /** Identifies the database; changes when the database is replaced. */
  life = 1;
  readonly rpc = new RpcStandIn(AuthServiceService, `unix:${join(this.folder, 'auth.sock')}`, {
    authenticateKey: async ({ apiKey }: { apiKey: string }) => {
      const [dead, suspended] = [this.dead.has(idOf(apiKey)), this.suspended.has(idOf(apiKey))];
      await this.held.get('authenticateKey');
      if (suspended) throw new DomainError('forbidden', 'account_suspended', 'This account is suspended.');
      if (dead) throw new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');
      return { accountId: 'account', keyId: idOf(apiKey), validUntilMs: 0 };
    },
    listRevoked: async ({ cursor }: { cursor: string }) => {
      const [life, place] = cursor.split('/');
      const follows = life === String(this.life);
      const answer = {
        ids: follows ? this.named.slice(Number(place)) : [],
        cursor: `${this.life}/${this.named.length}`,
        follows,
      };
      await this.held.get('listRevoked');
      return answer;
    },
  });

  /** Returns a separate client for each gateway. */
  connect(): AuthRpc {
    const client = connectRpc(AuthServiceService, {
      address: this.rpc.address,
      caller: 'gateway',
      secret: 'secret-of-the-gateway',
    });
    this.clients.push(client);
    return client;
  }

  revoke(apiKey: string): void {
    this.dead.add(idOf(apiKey));
    this.named.push(idOf(apiKey));
  }

  /** Announces the key as a revocation without revoking it. */
  suspend(apiKey: string): void {
    this.suspended.add(idOf(apiKey));
    this.named.push(idOf(apiKey));
  }

  resume(apiKey: string): void {
    this.suspended.delete(idOf(apiKey));
  }

  asked(name = 'authenticateKey'): number {
    return this.rpc.calls.filter((called) => called === name).length;
  }

  /** Holds back the answers to this method until the returned function is called. */
  hold(name: 'authenticateKey' | 'listRevoked'): () => void {
    let release!: () => void;
    this.held.set(name, new Promise((resolve) => (release = resolve)));
    return () => {
      this.held.delete(name);
      release();
    };
  }

  close(): void {
    for (const client of this.clients) client.close();
    this.rpc.close();
    rmSync(this.folder, { recursive: true });
  }
}

export const idOf = (apiKey: string) => `id of ${apiKey}`;
