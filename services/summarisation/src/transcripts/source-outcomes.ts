import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { type LookUpOutcome, type SourceState, sourceState } from './source-state.rule.js';

const KEPT = 20;

/** The outcomes of this process's last look-ups of the source. Names no video and no account, and stores nothing. */
@Injectable()
export class SourceOutcomes {
  private readonly outcomes: LookUpOutcome[] = [];

  constructor(private readonly clock: Clock) {}

  answered(): void {
    this.add(true);
  }

  /** A refusal is an answer of the source; an error of our own says nothing about the source. */
  failed(error: unknown): void {
    if (!(error instanceof DomainError)) return;
    if (error.kind === 'not_found') this.add(true);
    else if (['source_blocked', 'source_unavailable'].includes(error.code)) this.add(false);
  }

  state(): SourceState {
    return sourceState(this.outcomes, this.clock.now().getTime());
  }

  private add(hasAnswered: boolean): void {
    this.outcomes.push({ atMs: this.clock.now().getTime(), hasAnswered });
    if (this.outcomes.length > KEPT) this.outcomes.shift();
  }
}
