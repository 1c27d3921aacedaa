import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { CallKind, ClientView } from './client-view.js';

/** Whose requests they are, and how they are sent. */
export interface Habits {
  kind: CallKind;
  /** Named in what is noted. */
  email: string;
  /** Longer than any outage that these requests may meet, with its recovery. */
  patienceMs: number;
  /** What each request has besides its own options: a token, a cookie. */
  always?: () => CallOptions;
}

/** `times`: after more than one an earlier request of the same had no answer, and may have had its effect. */
export interface Answered {
  answer: Answer;
  times: number;
}

/** Asks again until it is answered, and notes every answer that is not what it should be. */
export class PatientClient {
  constructor(
    private readonly view: ClientView,
    private readonly habits: Habits,
  ) {}

  /** Undefined when it was given up, or answered something else, which is noted. */
  async until200(method: string, path: string, options?: CallOptions): Promise<Answer | undefined> {
    const answer = (await this.untilAnswered(method, path, options))?.answer;
    if (!answer || answer.status === 200) return answer;
    this.wrong(path, answer);
    return undefined;
  }

  /** Undefined when it was given up, which is noted. */
  untilAnswered(method: string, path: string, options?: CallOptions): Promise<Answered | undefined> {
    const { kind, always } = this.habits;
    return this.repeat(path, () => this.view.send(kind, method, path, { ...always?.(), ...options }));
  }

  /** Tries until an answer comes of it. Undefined when it was given up, which is noted. */
  async repeat(what: string, send: () => Promise<Answer | undefined>): Promise<Answered | undefined> {
    const { patienceMs } = this.habits;
    const endMs = performance.now() + patienceMs;
    for (let times = 1; performance.now() < endMs; times++) {
      const answer = await send();
      if (answer) return { answer, times };
      await pause(100 + Math.random() * 300);
    }
    this.wrong(what, `no answer within ${patienceMs / 1_000} s`);
    return undefined;
  }

  wrong(what: string, answer: Answer | string): void {
    const said = typeof answer === 'string' ? answer : `was answered ${answer.status} ${answer.text.slice(0, 300)}`;
    this.view.noteWrong(`${this.habits.email}: ${what}: ${said}`);
  }
}
