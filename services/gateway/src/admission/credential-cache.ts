import type { Clock } from '@precis/runtime/clock';
import { createHash } from 'node:crypto';
import type { Principal } from '../http/request-context.js';

interface Entry {
  principal: Principal;
  /** On the monotonic clock. */
  freshUntilMs: number;
  /** On the wall clock, as auth wrote it. */
  validUntilMs: number;
}

const TTL_MS = 60_000;
const MAX_ENTRIES = 50_000;

/**
 * Admitted credentials for 60 s, by hash: the secret itself is not kept in memory longer than its request. The 60 s are
 * counted on a monotonic clock: a wall clock that is set back an hour would else keep an entry for an hour.
 */
export class CredentialCache {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly clock: Clock,
    private readonly steadyNowMs: () => number = () => performance.now(),
  ) {}

  static keyOf(credential: string): string {
    return createHash('sha256').update(credential).digest('base64');
  }

  get(key: string): Principal | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.steadyNowMs() < entry.freshUntilMs && this.clock.now().getTime() < entry.validUntilMs) return entry.principal;
    this.entries.delete(key);
    return undefined;
  }

  /** `validUntilMs` 0 = the credential itself has no end. */
  set(key: string, principal: Principal, validUntilMs: number): void {
    this.entries.set(key, { principal, freshUntilMs: this.steadyNowMs() + TTL_MS, validUntilMs: validUntilMs || Infinity });
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
