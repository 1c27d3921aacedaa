import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { type Revocations, RevocationsRepository } from './revocations.repository.js';

/** Ids of the sessions and keys that died since the asker last asked; gateways drop what they remember of them. */
@Injectable()
export class ListRevoked {
  constructor(
    private readonly revocations: RevocationsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(cursor: string): Promise<Revocations> {
    return this.revocations.since(cursor, this.clock.now());
  }
}
