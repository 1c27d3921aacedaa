import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CataloguePlan, PlanDuration } from './plan-catalogue.js';

/** One plan of one version of the catalogue. Rows are never changed: a new price is a new version. */
@Entity('plans')
export class Plan implements CataloguePlan {
  @PrimaryColumn({ name: 'catalogue_version', type: 'int' })
  catalogueVersion: number;

  @PrimaryColumn({ type: 'text' })
  key: string;

  /** Position in the catalogue, 0 = lowest. Decides what is an upgrade, and the order on the pages. */
  @Column({ type: 'int' })
  rank: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', array: true })
  features: string[];

  @Column({ name: 'price_cents', type: 'int' })
  priceCents: number;

  @Column({ name: 'videos_per_month', type: 'int' })
  videosPerMonth: number;

  @Column({ type: 'jsonb' })
  durations: PlanDuration[];
}

/** Returns a plan's position in the catalogue; -1 for a plan that is no longer sold: below all others. */
export function rankOf(plans: Plan[], key: string): number {
  return plans.find((plan) => plan.key === key)?.rank ?? -1;
}
