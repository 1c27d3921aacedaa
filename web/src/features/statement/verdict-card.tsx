import type { Verdict } from '@precis/statement/verify-statement';
import { whole } from '../../lib/figures';
import { statement } from '../../texts/statement';
import styles from './statement.module.css';
import type { CheckState } from './use-check';

/** The verdict of the check, in words (STAT-7). */
export function VerdictCard({ state }: { state: CheckState }) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'checking') return <p className={styles.muted}>{statement.checking(state.name)}</p>;
  if (state.kind !== 'done') return <p className={styles.bad}>{statement[state.kind]}</p>;
  return state.verdict.ok ? <Good verdict={state.verdict} /> : <Bad verdict={state.verdict} />;
}

function Good({ verdict }: { verdict: Extract<Verdict, { ok: true }> }) {
  const { units, count, month, account, head, carried } = verdict;
  return (
    <div className={styles.good}>
      <h2>{statement.good}</h2>
      <p>{statement.sum(whole(units), whole(count), month)}</p>
      {carried !== 0 && <p>{statement.carried(whole(carried))}</p>}
      <dl className={styles.facts}>
        <dt>{statement.account}</dt>
        <dd>
          <code>{account}</code>
        </dd>
        <dt>{statement.computedHead}</dt>
        <dd>
          <code>{head}</code>
        </dd>
      </dl>
    </div>
  );
}

function Bad({ verdict }: { verdict: Extract<Verdict, { ok: false }> }) {
  return (
    <div className={styles.bad}>
      <h2>{statement.bad}</h2>
      <p>{statement.faults[verdict.fault](whole(verdict.line))}</p>
    </div>
  );
}
