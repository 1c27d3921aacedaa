import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { CallKind, ClientView } from './client-view.js';

/** The sender of the requests, and how they are sent. */
export interface Habits {
  kind: CallKind;
  /** The name in records. */
  email: string;
  /** Longer than any outage that these requests may meet, with its recovery. */
  patienceMs: number;
  /** Options of every request: a token, a cookie. */
  always?: () => CallOptions;
}

/** `times`: above one, an earlier attempt had no answer, and may have taken effect. */
export interface Answered {
  answer: Answer;
  times: number;
}

/** Retries until it is answered, and records every wrong answer. */
export class PatientClient {
  constructor(
    private readonly view: ClientView,
    private readonly habits: Habits,
  ) {}

  /** Undefined when it was abandoned, or got a wrong answer, which is recorded. */
  async until200(method: string, path: string, options?: CallOptions): Promise<Answer | undefined> {
    const answer = (await this.untilAnswered(method, path, options))?.answer;
    if (!answer || answer.status === 200) return answer;
    this.wrong(path, answer);
    return undefined;
  }

  /** Undefined when it was abandoned, which is recorded. */
  untilAnswered(method: string, path: string, options?: CallOptions): Promise<Answered | undefined> {
    const { kind, always } = this.habits;
    return this.repeat(path, () => this.view.send(kind, method, path, { ...always?.(), ...options }));
  }

  /** Retries until an answer comes. Undefined when it was abandoned, which is recorded. */
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
