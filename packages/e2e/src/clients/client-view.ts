import { call, type Answer, type CallOptions } from '../deployment/call.js';

/** What a request is for; what a fault must find open depends on it. */
export type CallKind = 'summarise' | 'account' | 'owner' | 'reading' | 'payment';

/** Statuses that ask a client to come again. Any other status that is not 200 is judged by who asked. */
const GAPS = new Set([502, 503, 504]);

interface Failure {
  atMs: number;
  what: string;
}

/** All that the clients saw: what is open, what failed and when, and what was wrong whenever it was said. */
export class ClientView {
  readonly open: Record<CallKind, number> = { summarise: 0, account: 0, owner: 0, reading: 0, payment: 0 };
  readonly wrong: string[] = [];
  readonly failures: Failure[] = [];
  sent = 0;
  answered = 0;
  /** Statuses of all answers; 0 = none came. */
  readonly statuses = new Map<number, number>();

  constructor(private readonly url: string) {}

  get openCalls(): number {
    return Object.values(this.open).reduce((sum, calls) => sum + calls, 0);
  }

  /** One exchange; undefined when it failed in a way that an outage explains. Whether it does is decided by `failures`. */
  async send(kind: CallKind, method: string, path: string, options: CallOptions): Promise<Answer | undefined> {
    this.sent++;
    this.open[kind]++;
    try {
      const answer = await call(this.url, method, path, options);
      this.count(answer.status);
      if (!GAPS.has(answer.status)) return answer;
      this.fail(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 240)}`);
    } catch (error) {
      this.count(0);
      this.fail(`${method} ${path}: ${String((error as { cause?: unknown }).cause ?? error)}`);
    } finally {
      this.open[kind]--;
    }
    return undefined;
  }

  /** An exchange whose client hangs up after `afterMs`; whatever comes of it, nobody sees. */
  async abandon(
    kind: CallKind,
    path: string,
    options: { body: unknown; headers: Record<string, string> },
    afterMs: number,
  ): Promise<void> {
    this.sent++;
    this.open[kind]++;
    const headers = { 'content-type': 'application/json', ...options.headers };
    await fetch(this.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(options.body),
      signal: AbortSignal.timeout(afterMs),
    })
      .then((answer) => answer.body?.cancel())
      .catch(() => undefined);
    this.open[kind]--;
  }

  /** Something that no fault excuses. */
  noteWrong(what: string): void {
    this.wrong.push(`${new Date().toISOString()} ${what}`);
  }

  private count(status: number): void {
    if (status === 200) this.answered++;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  private fail(what: string): void {
    this.failures.push({ atMs: performance.now(), what: `${new Date().toISOString()} ${what}` });
  }
}
