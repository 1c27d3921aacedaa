import { Button } from 'antd';
import { PageTitle } from '../../components/page-title';
import { moment } from '../../lib/figures';
import { useInfoControllerInfoQuery, useStatusControllerStatusQuery } from '../../lib/generated-api';
import { status } from '../../texts/status';
import { type PartState, statusOf } from './status-of.rule';
import styles from './status.module.css';

/** The state of the API, the source of transcripts, and payments. */
export function StatusBoard() {
  const { data, isError, isFetching, fulfilledTimeStamp, refetch } = useStatusControllerStatusQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const isAnswered = data !== undefined && !isError;
  const isFirst = !isAnswered && !isError;
  const { api, source, payments } = statusOf(isAnswered ? data : null);
  const { data: info } = useInfoControllerInfoQuery();
  const offered = (info?.payment_methods ?? []).map((method) => status.methods[method] ?? method).join(', ');
  const paymentText = payments === 'operational' ? status.paymentsUp(offered) : status.paymentTexts[payments];
  return (
    <div className={styles.page}>
      <PageTitle title={status.title} />
      <p className={styles.lead}>{status.lead}</p>
      <div aria-live="polite">
        <ul className={styles.parts} aria-busy={isFetching}>
          <Part name={status.api} state={isFirst ? null : api} text={status.apiTexts[api]} />
          <Part name={status.source} state={isFirst ? null : source} text={status.sourceTexts[source]} />
          <Part name={status.payments} state={isFirst ? null : payments} text={paymentText} />
        </ul>
      </div>
      <p className={styles.foot}>
        <Button onClick={() => void refetch()} disabled={isFetching}>
          {isFetching ? status.checking : status.again}
        </Button>
        {isAnswered && fulfilledTimeStamp !== undefined && (
          <span>{status.checkedAt(moment(new Date(fulfilledTimeStamp).toISOString()))}</span>
        )}
      </p>
    </div>
  );
}

function Part({ name, state, text }: { name: string; state: PartState | null; text: string }) {
  return (
    <li className={styles.part}>
      <div>
        <h2>{name}</h2>
        <p>{state === null ? status.checking : text}</p>
      </div>
      <p className={state === null ? styles.state : `${styles.state} ${styles[state]}`}>
        {state === null ? '–' : status.states[state]}
      </p>
    </li>
  );
}
