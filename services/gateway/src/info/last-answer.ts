import type { RpcOptions } from '@precis/runtime/grpc-client';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';

/** Remembers a service's last answer to one question, for the times when the service is unavailable. */
export class LastAnswer<T> {
  private last?: T;

  constructor(
    private readonly logger: Logger,
    private readonly what: string,
    private readonly ask: (options: RpcOptions) => Promise<T>,
  ) {}

  /** Never rejects; null when the service never answered. Without an earlier answer it waits for the call's own deadline. */
  async read(): Promise<T | null> {
    const answer = await (this.last === undefined
      ? this.ask({ idempotent: true }).catch((error: unknown) => this.unanswered(error))
      : answerInTime(this.logger, this.what, this.ask));
    return (this.last = answer ?? this.last) ?? null;
  }

  private unanswered(error: unknown): undefined {
    this.logger.debug({ err: error }, `${this.what} could not be read`);
  }
}
