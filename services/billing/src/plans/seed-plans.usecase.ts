import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { isDeepStrictEqual } from 'node:util';
import { DataSource } from 'typeorm';
import { type CataloguePlan, PLAN_CATALOGUE, type PlanCatalogue } from './plan-catalogue.js';
import { Plan } from './plan.entity.js';
import { PlansRepository } from './plans.repository.js';

/**
 * Writes the catalogue file into the database, once per version. The newest version in the database is the one on sale, so a
 * process of an older release that restarts during a rollout never brings old prices back (PAY-1).
 */
@Injectable()
export class SeedPlans {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansRepository,
  ) {}

  async execute(catalogue: PlanCatalogue = PLAN_CATALOGUE): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await this.plans.lockForSeeding(manager);
      const stored = await this.plans.ofVersion(manager, catalogue.version);
      if (stored.length === 0) return this.plans.insert(manager, rowsOf(catalogue));
      if (!isDeepStrictEqual(stored.map(asSold), catalogue.plans.map(asSold))) {
        throw new Error(
          `The plans of catalogue version ${catalogue.version} differ from those in the database: raise the version in plan-catalogue.ts.`,
        );
      }
    });
  }
}

function rowsOf(catalogue: PlanCatalogue): Plan[] {
  return catalogue.plans.map((plan, rank) =>
    Object.assign(new Plan(), asSold(plan), { catalogueVersion: catalogue.version, rank }),
  );
}

function asSold({ key, name, features, priceCents, videosPerMonth, durations }: CataloguePlan): CataloguePlan {
  const periods = durations.map((period) => ({
    key: period.key,
    months: period.months,
    priceCents: period.priceCents,
  }));
  return { key, name, features: [...features], priceCents, videosPerMonth, durations: periods };
}
