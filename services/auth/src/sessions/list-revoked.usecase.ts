import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { SessionsRepository } from './sessions.repository.js';

/** Ids of the sessions and keys that lately died; gateways drop what they remember of them (design section 3 point 1). */
@Injectable()
export class ListRevoked {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<string[]> {
    return this.sessions.listRevoked(this.clock.now());
  }
}
