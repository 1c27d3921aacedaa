import { Button, Skeleton } from 'antd';
import { Fragment, useId, useState } from 'react';
import { EmptyLine } from '../../components/empty-line';
import { Unreachable } from '../../components/unreachable';
import { clientName } from '../../lib/client-name';
import { clock, day, whole } from '../../lib/figures';
import type { UsageControllerDetailsApiResponse } from '../../lib/generated-api';
import { usage } from '../../texts/usage';
import styles from './usage.module.css';

type Day = UsageControllerDetailsApiResponse['daily'][number];

/** Rows of a log that are shown initially: a busy day has thousands. */
const LOG_STEP = 200;

export interface DailyDetailsProps {
  /** Undefined while they load. */
  daily: Day[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

/** The days of a month that have calls, each with its log (WEB-25). */
export function DailyDetails({ daily, hasFailed, onRetry }: DailyDetailsProps) {
  if (hasFailed) return <Unreachable text={usage.detailsFailed} onRetry={onRetry} />;
  if (!daily) {
    return (
      <div role="status" aria-label={usage.loading}>
        <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
      </div>
    );
  }
  if (daily.length === 0) return <EmptyLine text={usage.empty} />;
  return (
    <table className={styles.table} aria-label={usage.details}>
      <thead>
        <tr>
          <th scope="col">{usage.date}</th>
          <th scope="col" className={styles.number}>
            {usage.calls}
          </th>
          <th scope="col">
            <span className="visually-hidden">{usage.log}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {daily.map((one) => (
          <DayRows key={one.date} one={one} />
        ))}
      </tbody>
    </table>
  );
}

function DayRows({ one }: { one: Day }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(LOG_STEP);
  const id = useId();
  const left = one.logs.length - shown;
  return (
    <Fragment>
      <tr>
        <th scope="row">{day(one.date)}</th>
        <td className={styles.number}>{whole(one.count)}</td>
        <td className={styles.toggle}>
          <button
            type="button"
            className={styles.textButton}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? usage.hide : usage.show}
            <span className="visually-hidden"> {day(one.date)}</span>
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={3} className={styles.logCell}>
            <h3>{usage.log}</h3>
            <div className={styles.logScroll} tabIndex={0} role="region" aria-label={`${usage.log}, ${day(one.date)}`}>
              <table className={styles.log}>
                <thead>
                  <tr>
                    <th scope="col">{usage.time}</th>
                    <th scope="col">{usage.endpoint}</th>
                    <th scope="col">{usage.client}</th>
                    <th scope="col">{usage.summary}</th>
                  </tr>
                </thead>
                <tbody>
                  {one.logs.slice(0, shown).map(({ time, endpoint, client, title }, at) => (
                    <tr key={at}>
                      <td>{clock(time)}</td>
                      <td>
                        <code>{endpoint}</code>
                      </td>
                      <td title={client}>{clientName(client, usage.otherClient)}</td>
                      <td dir="auto" data-none={title === null || undefined}>
                        {title ?? usage.noTitle}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {left > 0 && (
                <Button size="small" onClick={() => setShown(shown + LOG_STEP)}>
                  {usage.more(whole(Math.min(left, LOG_STEP)))}
                </Button>
              )}
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
