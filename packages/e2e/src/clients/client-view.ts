import { call, type Answer, type CallOptions } from '../deployment/call.js';

/** The purpose of a request; a fault requires certain ones in flight. */
export type CallKind = 'summarise' | 'account' | 'owner' | 'reading' | 'payment';

/** Statuses that ask a client to retry. The caller judges any other status except 200. */
const GAPS = new Set([502, 503, 504]);

interface Failure {
  atMs: number;
  what: string;
}

/** All observations of the clients: open requests, failures with their times, and errors. */
export class ClientView {
  readonly open: Record<CallKind, number> = { summarise: 0, account: 0, owner: 0, reading: 0, payment: 0 };
  readonly wrong: string[] = [];
  readonly failures: Failure[] = [];
  sent = 0;
  answered = 0;
  /** Number of answers by status; 0 = no answer. */
  readonly statuses = new Map<number, number>();

  constructor(private readonly url: string) {}

  get openCalls(): number {
    return Object.values(this.open).reduce((sum, calls) => sum + calls, 0);
  }

  /** One exchange; undefined when it failed in a way that an outage explains, which `failures` decides. */
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

  /** An exchange whose client disconnects after `afterMs`; its result is ignored. */
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

  /** An error that no fault excuses. */
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
