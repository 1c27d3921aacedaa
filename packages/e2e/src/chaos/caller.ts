import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallingAccount } from '../clients/calling-account.js';
import type { ClientView } from '../clients/client-view.js';

const SUMMARIZE = '/api/youtube/summarize';
const WATCH = 'https://www.youtube.com/watch?v=';
const DEMO_VIDEO = 'precisDemo1';
/** Longer than any outage of the plan with its recovery. */
const PATIENCE_MS = 180_000;

/** One call with an idempotency key. It is sent until it is answered with 200, then sometimes again, which must give the same answer. */
export class Caller {
  constructor(
    private readonly view: ClientView,
    private readonly random: () => number,
  ) {}

  async summarise(account: CallingAccount, prompt: string, videoId = DEMO_VIDEO): Promise<void> {
    account.begun++;
    const key = randomUUID();
    const body = { url: WATCH + videoId, summary_type: 'short', custom_prompt: prompt };
    // A client that disconnects immediately and returns: its first request may be running, done, or never begun.
    const hasHungUp = this.random() < 0.05;
    if (hasHungUp)
      await this.view.abandon(
        'summarise',
        SUMMARIZE,
        { body, headers: { 'x-api-key': account.key, 'idempotency-key': key } },
        5 + Math.floor(this.random() * 60),
      );
    const first = await this.until200(account, key, body, hasHungUp);
    if (first === undefined) return;
    account.answered++;
    if (this.random() > 0.15) return;
    await pause(this.random() * 5_000);
    const again = await this.until200(account, key, body, true);
    if (again !== undefined && again !== first)
      this.view.noteWrong(
        `key ${key} was answered twice, and differently: ${first.slice(0, 300)} and ${again.slice(0, 300)}`,
      );
  }

  /** The answer's data as text; undefined when it was abandoned, which is recorded as wrong. */
  private async until200(
    account: CallingAccount,
    key: string,
    body: unknown,
    sentBefore: boolean,
  ): Promise<string | undefined> {
    const endMs = performance.now() + PATIENCE_MS;
    for (let repeats = sentBefore; performance.now() < endMs; repeats = true) {
      const answer = await this.view.send('summarise', 'POST', SUMMARIZE, {
        body,
        key: account.key,
        headers: { 'idempotency-key': key },
      });
      if (answer?.status === 200) return JSON.stringify(answer.body.data);
      const stillRunning = answer?.status === 409 && answer.body?.code === 'idempotency_key_in_use' && repeats;
      if (answer && !stillRunning) {
        this.view.noteWrong(
          `${account.email} with key ${key} was answered ${answer.status} ${answer.text.slice(0, 200)}`,
        );
        return undefined;
      }
      await pause(stillRunning ? 500 : 100 + this.random() * 300);
    }
    this.view.noteWrong(`key ${key} of ${account.email} was not answered within ${PATIENCE_MS / 1_000} s`);
    return undefined;
  }
}
