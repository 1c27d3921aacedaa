import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Plan } from './plan.entity.js';

/** All SQL of the plan catalogue. */
@Injectable()
export class PlansRepository {
  /** The plans on sale now, lowest first. */
  async current(manager: EntityManager): Promise<Plan[]> {
    return manager
      .createQueryBuilder(Plan, 'plan')
      .where('plan.catalogue_version = (SELECT max(catalogue_version) FROM plans)')
      .orderBy('plan.rank')
      .getMany();
  }

  async ofVersion(manager: EntityManager, catalogueVersion: number): Promise<Plan[]> {
    return manager.find(Plan, { where: { catalogueVersion }, order: { rank: 'ASC' } });
  }

  async insert(manager: EntityManager, plans: Plan[]): Promise<void> {
    await manager.insert(Plan, plans as never);
  }

  /** Lets one of several simultaneously starting processes seed; readers do not wait. */
  async lockForSeeding(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE plans IN SHARE ROW EXCLUSIVE MODE');
  }
}
