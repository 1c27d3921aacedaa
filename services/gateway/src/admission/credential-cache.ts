import type { Clock } from '@precis/runtime/clock';
import { createHash } from 'node:crypto';
import type { Principal } from '../http/request-context.js';

/** What auth said of a credential, and when it was asked. */
export interface Admitted {
  principal: Principal;
  /** When auth was asked, on the monotonic clock. */
  askedAtMs: number;
  /** Line of the revocations (RevocationPoll) when auth was asked. */
  line: number;
  /** End of the credential on the wall clock, as auth wrote it; 0 = none. */
  validUntilMs: number;
}

const TTL_MS = 60_000;
const MAX_ENTRIES = 50_000;

/**
 * Admitted credentials for 60 s, by hash: the secret itself is not kept in memory longer than its request. The 60 s are
 * counted on a monotonic clock: a wall clock that is set back an hour would else keep an entry for an hour.
 */
export class CredentialCache {
  private readonly entries = new Map<string, Admitted>();

  constructor(
    private readonly clock: Clock,
    private readonly steadyNowMs: () => number = () => performance.now(),
  ) {}

  static keyOf(credential: string): string {
    return createHash('sha256').update(credential).digest('base64');
  }

  get(key: string): Admitted | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.steadyNowMs() < entry.askedAtMs + TTL_MS && this.clock.now().getTime() < (entry.validUntilMs || Infinity))
      return entry;
    this.entries.delete(key);
    return undefined;
  }

  set(key: string, admitted: Admitted): void {
    this.entries.set(key, admitted);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
