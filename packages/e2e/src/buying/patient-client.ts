import { setTimeout as pause } from 'node:timers/promises';
import type { CallingAccount } from '../chaos/caller.js';
import type { ClientView } from '../chaos/client-view.js';
import { type Answer, parsed } from '../deployment/call.js';

/** Longer than any outage that a payment may notice, with its recovery. */
const PATIENCE_MS = 180_000;
const CHECKOUT_MS = 30_000;

/** Asks again until it is answered, and notes every answer that is not what it should be. */
export class PatientClient {
  constructor(
    private readonly view: ClientView,
    readonly account: CallingAccount,
  ) {}

  /** Undefined when it was given up, or answered something else, which is noted. */
  async until200(method: string, path: string, body?: object): Promise<Answer | undefined> {
    const answer = (await this.untilAnswered(method, path, body))?.answer;
    if (!answer || answer.status === 200) return answer;
    this.wrong(path, answer);
    return undefined;
  }

  /** `repeated`: an earlier request of the same had no answer, and may have had its effect. */
  async untilAnswered(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ answer: Answer; repeated: boolean } | undefined> {
    const { token } = this.account;
    const endMs = performance.now() + PATIENCE_MS;
    for (let repeated = false; performance.now() < endMs; repeated = true) {
      const answer = await this.view.send('payment', method, path, { token, body });
      if (answer) return { answer, repeated };
      await pause(100 + Math.random() * 300);
    }
    this.wrong(path, `no answer within ${PATIENCE_MS / 1_000} s`);
    return undefined;
  }

  /** Presses a button of a checkout's page until the provider has heard it. False when the checkout has ended meanwhile, or something was wrong. */
  async press(url: string, step: string): Promise<boolean> {
    const endMs = performance.now() + PATIENCE_MS;
    for (let repeated = false; performance.now() < endMs; repeated = true) {
      const answer = await atProvider(`${url}/${step}`);
      if (answer && (answer.status < 400 || (answer.status === 409 && repeated))) return true;
      if (answer?.status === 409 && answer.text.includes('has expired')) return false;
      if (answer) {
        this.wrong(`${step} at the checkout`, answer);
        return false;
      }
      await pause(100 + Math.random() * 300);
    }
    this.wrong(`${step} at the checkout`, `no answer within ${PATIENCE_MS / 1_000} s`);
    return false;
  }

  wrong(what: string, answer: Answer | string): void {
    const said = typeof answer === 'string' ? answer : `was answered ${answer.status} ${answer.text.slice(0, 300)}`;
    this.view.noteWrong(`${this.account.email}: ${what}: ${said}`);
  }
}

/** Undefined when none came: the sandbox of a process that was killed is killed with it. */
async function atProvider(url: string): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(CHECKOUT_MS);
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  } catch {
    return undefined;
  }
}
