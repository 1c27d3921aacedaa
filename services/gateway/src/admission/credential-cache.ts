import { createHash } from 'node:crypto';
import type { Principal } from '../http/request-context.js';

interface Entry {
  principal: Principal;
  usableUntilMs: number;
}

const TTL_MS = 60_000;
const MAX_ENTRIES = 50_000;

/** Admitted credentials for 60 s, by hash: the secret itself is not kept in memory longer than its request. */
export class CredentialCache {
  private readonly entries = new Map<string, Entry>();

  static keyOf(credential: string): string {
    return createHash('sha256').update(credential).digest('base64');
  }

  get(key: string): Principal | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.usableUntilMs > Date.now()) return entry.principal;
    this.entries.delete(key);
    return undefined;
  }

  /** `validUntilMs` 0 = the credential itself has no end. */
  set(key: string, principal: Principal, validUntilMs: number): void {
    const usableUntilMs = Math.min(Date.now() + TTL_MS, validUntilMs || Infinity);
    this.entries.set(key, { principal, usableUntilMs });
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
