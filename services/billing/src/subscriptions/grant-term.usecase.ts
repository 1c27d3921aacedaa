import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { type Plan, rankOf } from '../plans/plan.entity.js';
import { PlansRepository } from '../plans/plans.repository.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { badTermLength, grantIdTaken, paidTermRuns, planWithoutTerms, unknownPlan } from './subscriptions.errors.js';
import { isOriginTaken, SubscriptionsRepository } from './subscriptions.repository.js';
import { placeTerm, type Span, startOf } from './term-start.rule.js';
import { type Holding, unusedCents } from './term-value.rule.js';
import { Term } from './term.entity.js';

/** A term to give without a payment. `grantId`: a UUID that the caller chooses. */
export interface Grant {
  grantId: string;
  accountId: string;
  plan: string;
  months: number;
  /** Grants also when that ends a paid term. */
  force?: boolean;
}

/**
 * Gives an account a term without a payment, for an operator, once per grant id; a repeat gets the first answer (PAY-10). Unused paid time is not
 * ended unless that is forced (PAY-65).
 */
@Injectable()
export class GrantTerm {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly announcer: AnnounceSubscription,
  ) {}

  /** Returns the span of the term as first granted. Throws unknownPlan, planWithoutTerms, badTermLength, grantIdTaken and paidTermRuns. */
  async execute(grant: Grant): Promise<Span> {
    return inTransaction(this.database, (manager) => this.grantIn(manager, grant)).catch((error: unknown) => {
      // Two accounts used the same id at the same time. Each holds only its own account's lock, so the constraint decides.
      throw isOriginTaken(error) ? grantIdTaken() : error;
    });
  }

  private async grantIn(manager: EntityManager, grant: Grant): Promise<Span> {
    await this.subscriptions.openIfAbsent(manager, grant.accountId, this.clock.now());
    const subscription = await this.subscriptions.lock(manager, grant.accountId);
    const earlier = await this.subscriptions.termByOrigin(manager, originOf(grant));
    if (earlier) return repeated(earlier, grant);

    const plans = await this.plans.current(manager);
    const plan = sellable(plans, grant);
    const terms = await this.subscriptions.termsOf(manager, grant.accountId);
    const held = terms.map((term) => term.held(rankOf(plans, term.plan)));
    const now = this.clock.now();
    if (!grant.force) refuseLoss(held, plan, now);
    const placement = placeTerm(held, { rank: plan.rank, months: grant.months }, now);

    const rescheduled = placement.changed.map((change) => {
      const term = terms.find(({ id }) => id === change.id)!;
      term.reschedule(change);
      return term;
    });
    const added = soldTerm(grant, plan, placement);
    await this.subscriptions.place(manager, [added], rescheduled);
    await this.announcer.announce(manager, subscription, [...terms, added], plans[0], now);
    return placement;
  }
}

function originOf(grant: Grant): string {
  return `grant:${grant.grantId.toLowerCase()}`;
}

function repeated(earlier: Term, grant: Grant): Span {
  if (earlier.accountId !== grant.accountId || earlier.plan !== grant.plan || earlier.months !== grant.months)
    throw grantIdTaken();
  return { startsAt: earlier.soldStartsAt, endsAt: earlier.soldEndsAt };
}

function sellable(plans: Plan[], grant: Grant): Plan {
  const plan = plans.find(({ key }) => key === grant.plan);
  if (!plan) throw unknownPlan();
  if (plan.durations.length === 0) throw planWithoutTerms();
  if (!plan.durations.some(({ months }) => months === grant.months)) throw badTermLength();
  return plan;
}

/** A grant credits nothing, so the unused value of a term that it ends would be lost. */
function refuseLoss(held: Holding[], { rank }: Plan, now: Date): void {
  const { ended } = startOf(held, rank, now);
  if (ended && unusedCents(ended, now) > 0) throw paidTermRuns(ended.plan, ended.endsAt);
}

function soldTerm(grant: Grant, plan: Plan, { startsAt, endsAt }: Span): Term {
  const { accountId, months } = grant;
  const sold = { soldStartsAt: startsAt, soldEndsAt: endsAt };
  return Object.assign(new Term(), {
    id: randomUUID(),
    accountId,
    origin: originOf(grant),
    plan: plan.key,
    months,
    videosPerMonth: plan.videosPerMonth,
    startsAt,
    endsAt,
    ...sold,
  });
}
