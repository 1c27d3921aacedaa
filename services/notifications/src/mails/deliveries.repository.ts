import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Delivery } from './delivery.entity.js';

@Injectable()
export class DeliveriesRepository {
  async exists(manager: EntityManager, eventId: string): Promise<boolean> {
    return manager.existsBy(Delivery, { eventId });
  }

  async insert(manager: EntityManager, delivery: Delivery): Promise<void> {
    await manager.insert(Delivery, delivery);
  }
}
