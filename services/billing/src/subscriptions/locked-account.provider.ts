import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Plan, rankOf } from '../plans/plan.entity.js';
import { PlansRepository } from '../plans/plans.repository.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import { sourcesOfSold } from './sold-before.rule.js';
import type { Subscription } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { TermSource } from './term-source.entity.js';
import type { Placement } from './term-start.rule.js';
import type { Holding } from './term-value.rule.js';
import type { Term } from './term.entity.js';

/** What decides the paid terms of an account, read while its `subscriptions` row is locked. */
export interface LockedAccount {
  subscription: Subscription;
  plans: Plan[];
  terms: Term[];
}

/** Locks and reads accounts whose terms are about to change by money. Each account stays locked until the caller's transaction ends. */
@Injectable()
export class LockedAccounts {
  constructor(
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly announcer: AnnounceSubscription,
  ) {}

  /**
   * Locks the account's `subscriptions` row and reads its terms with their sources. For terms that were sold before sources were kept, it derives the
   * sources and stores them.
   */
  async open(manager: EntityManager, accountId: string): Promise<LockedAccount> {
    const subscription = await this.subscriptions.lock(manager, accountId);
    const plans = await this.plans.current(manager);
    const terms = await this.subscriptions.tracedTermsOf(manager, accountId);
    await this.trace(manager, accountId, terms);
    return { subscription, plans, terms };
  }

  /** Announces the account's full timetable, including the terms that were added. */
  async announce(manager: EntityManager, account: LockedAccount, added: Term[], now: Date): Promise<void> {
    const { subscription, terms, plans } = account;
    await this.announcer.announce(manager, subscription, [...terms, ...added], plans[0], now);
  }

  private async trace(manager: EntityManager, accountId: string, terms: Term[]): Promise<void> {
    const untraced = terms.filter((term) => term.paymentId && term.sources.length === 0);
    if (untraced.length === 0) return;
    const kept = await this.subscriptions.keptOf(manager, accountId);
    const found = untraced.map((term) => sourcesOfSold(term, terms, (id) => kept.get(id)));
    untraced.forEach((term, at) => {
      term.sources = found[at].map(({ paymentId, cents }) => TermSource.of(term.id, paymentId, cents));
      term.goneCents = term.valueCents - found[at].reduce((sum, { cents }) => sum + cents, 0);
    });
    await this.subscriptions.place(manager, [], untraced);
    await this.subscriptions.saveSources(
      manager,
      untraced.flatMap(({ sources }) => sources),
    );
  }
}

/** The account's terms in the form that the rules of terms take. */
export function holdingsOf({ terms, plans }: LockedAccount): Holding[] {
  return terms.map((term) => term.held(rankOf(plans, term.plan)));
}

/** One of the account's own terms. */
export function termOf({ terms }: LockedAccount, id: string): Term {
  return terms.find((term) => term.id === id)!;
}

/** Applies the new spans of a placement to the account's terms, and returns the changed terms. The caller saves them. */
export function moved(account: LockedAccount, changed: Placement['changed']): Term[] {
  return changed.map((change) => {
    const term = termOf(account, change.id);
    term.reschedule(change);
    return term;
  });
}
