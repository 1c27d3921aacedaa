import { Input } from 'antd';
import { type DragEvent, useId, useState } from 'react';
import { PageTitle } from '../../components/page-title';
import { statement } from '../../texts/statement';
import styles from './statement.module.css';
import { useCheck } from './use-check';
import { VerdictCard } from './verdict-card';

const HEAD = /^[0-9a-f]{64}$/;
const COUNT = /^\d{1,9}$/;

/** Checks a statement in the browser, for anybody (STAT-7). */
export function StatementCheck() {
  const [head, setHead] = useState('');
  const [count, setCount] = useState('');
  const [file, setFile] = useState<File>();
  const { state, check, reset } = useCheck();
  const id = useId();

  const start = (chosen: File | undefined, known = { head, count }) => {
    if (!chosen) return;
    setFile(chosen);
    const typed = { head: known.head.trim().toLowerCase(), count: known.count.trim() };
    // The verdict on an earlier file must not stand beside the name of this one.
    if (!isHead(typed.head) || !isCount(typed.count)) return reset();
    void check(chosen, {
      head: typed.head || undefined,
      count: typed.count === '' ? undefined : Number(typed.count),
    });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    start(event.dataTransfer.files[0]);
  };
  const changeHead = (next: string) => {
    setHead(next);
    start(file, { head: next, count });
  };
  const changeCount = (next: string) => {
    setCount(next);
    start(file, { head, count: next });
  };
  const [headIsBad, countIsBad] = [!isHead(head.trim().toLowerCase()), !isCount(count.trim())];

  return (
    <div className={styles.page}>
      <PageTitle title={statement.title} />
      <p className={styles.muted}>{statement.lead}</p>
      <label className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <span>{statement.choose}</span>
        <span className={styles.muted}>{statement.forms}</span>
        <input type="file" onChange={(event) => start(event.target.files?.[0])} />
      </label>
      <div className={styles.known}>
        <div>
          <label htmlFor={`${id}head`}>{statement.head}</label>
          <Input
            id={`${id}head`}
            value={head}
            spellCheck={false}
            autoComplete="off"
            status={headIsBad ? 'error' : undefined}
            aria-describedby={headIsBad ? `${id}bad-head` : undefined}
            onChange={(event) => changeHead(event.target.value)}
          />
          {headIsBad && (
            <p id={`${id}bad-head`} className={styles.hint}>
              {statement.badHead}
            </p>
          )}
        </div>
        <div>
          <label htmlFor={`${id}count`}>{statement.count}</label>
          <Input
            id={`${id}count`}
            value={count}
            inputMode="numeric"
            autoComplete="off"
            status={countIsBad ? 'error' : undefined}
            aria-describedby={countIsBad ? `${id}bad-count` : undefined}
            onChange={(event) => changeCount(event.target.value)}
          />
          {countIsBad && (
            <p id={`${id}bad-count`} className={styles.hint}>
              {statement.badCount}
            </p>
          )}
        </div>
        <p className={styles.muted}>{statement.why}</p>
      </div>
      <div aria-live="polite">
        <VerdictCard state={state} />
      </div>
    </div>
  );
}

const isHead = (text: string) => text === '' || HEAD.test(text);
const isCount = (text: string) => text === '' || COUNT.test(text);
