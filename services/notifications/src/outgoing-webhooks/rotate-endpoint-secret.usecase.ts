import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import type { EndpointRow } from './endpoint.row.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { badOverlap, endpointUnknown } from './outgoing-webhooks.errors.js';
import { WebhookSecrets } from './webhook-secrets.provider.js';

const LONGEST_OVERLAP_SECONDS = 24 * 60 * 60;

/**
 * Gives an endpoint a new secret, and returns it only this once (HOOK-4). During the overlap the previous secret signs as well. A secret
 * from an earlier overlap stops signing.
 */
@Injectable()
export class RotateEndpointSecret {
  constructor(
    private readonly database: DataSource,
    private readonly endpoints: EndpointsRepository,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async execute(
    accountId: string,
    endpointId: string,
    overlapSeconds: number,
  ): Promise<{ row: EndpointRow; secret: string }> {
    if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > LONGEST_OVERLAP_SECONDS)
      throw badOverlap();
    const { text, sealed } = this.secrets.issue({ accountId, endpointId });
    const until = overlapSeconds === 0 ? null : new Date(this.clock.now().getTime() + overlapSeconds * 1_000);
    return inTransaction(this.database, async (manager) => {
      const row = await this.endpoints.lock(manager, accountId, endpointId);
      if (!row) throw endpointUnknown();
      await this.endpoints.replaceSecret(manager, endpointId, sealed, until);
      return { row: { ...row, oldSecretUntil: until }, secret: text };
    });
  }
}
