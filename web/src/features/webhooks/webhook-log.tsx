import { Button, Skeleton } from 'antd';
import { useCallback } from 'react';
import { useAppDispatch } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { EmptyLine } from '../../components/empty-line';
import { ShowMore } from '../../components/show-more';
import { Unreachable } from '../../components/unreachable';
import { failureText } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import {
  generatedApi,
  useWebhookDeliveriesControllerReplayMutation,
  type WebhookDeliveriesControllerListApiResponse,
} from '../../lib/generated-api';
import { usePages } from '../../lib/use-pages';
import { webhooks as texts } from '../../texts/webhooks';
import styles from './webhooks.module.css';

type Delivery = WebhookDeliveriesControllerListApiResponse['deliveries'][number];

const PER_PAGE = '10';
const MARKS = { delivered: styles.good, queued: styles.warn, failed: styles.bad };

export interface WebhookLogProps {
  id: string;
  /** False for a webhook that is disabled. */
  canReplay: boolean;
  onRefresh: () => void;
}

/** The deliveries of a webhook with their outcomes. Ended ones can be sent again (HOOK-13). */
export function WebhookLog({ id, canReplay, onRefresh }: WebhookLogProps) {
  const dispatch = useAppDispatch();
  const load = useCallback(
    async (cursor: string | undefined) => {
      const { initiate } = generatedApi.endpoints.webhookDeliveriesControllerList;
      const asked = dispatch(initiate({ id, limit: PER_PAGE, cursor }, { forceRefetch: true, subscribe: false }));
      const { deliveries, next } = await asked.unwrap();
      return { rows: deliveries, next };
    },
    [dispatch, id],
  );
  const pages = usePages(load);
  return (
    <section className={styles.log} aria-label={texts.log}>
      <div className={styles.logHead}>
        <h4>{texts.log}</h4>
        <Button size="small" type="text" onClick={onRefresh}>
          {texts.refresh}
        </Button>
      </div>
      {!pages.rows && pages.hasFailed && <Unreachable text={texts.logFailed} onRetry={pages.again} />}
      {!pages.rows && !pages.hasFailed && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {pages.rows?.length === 0 && <EmptyLine text={texts.logEmpty} />}
      {pages.rows && pages.rows.length > 0 && (
        <>
          <ul className={styles.rows}>
            {pages.rows.map((delivery) => (
              <LogRow key={delivery.id} id={id} delivery={delivery} canReplay={canReplay} onReplayed={onRefresh} />
            ))}
          </ul>
          <ShowMore pages={pages} failed={texts.logFailed} />
        </>
      )}
    </section>
  );
}

interface LogRowProps {
  id: string;
  delivery: Delivery;
  canReplay: boolean;
  onReplayed: () => void;
}

function LogRow({ id, delivery, canReplay, onReplayed }: LogRowProps) {
  const toasts = useToasts();
  const [replay, { isLoading }] = useWebhookDeliveriesControllerReplayMutation();
  const { event, status, created_at } = delivery;
  const at = moment(created_at);

  const again = async () => {
    try {
      await replay({ id, deliveryId: delivery.id }).unwrap();
      toasts.success(texts.replayed);
      onReplayed();
    } catch (error) {
      toasts.error(failureText(error, texts.replayFailed));
    }
  };

  return (
    <li className={styles.logRow}>
      <div className={styles.what}>
        <span>
          <code>{event}</code> <time dateTime={created_at}>{at}</time>
        </span>
        <span className={styles.small}>{saidOf(delivery)}</span>
      </div>
      <span className={MARKS[status]}>{texts.statuses[status]}</span>
      {canReplay && status !== 'queued' && (
        <Button size="small" aria-label={texts.replayOf(event, at)} disabled={isLoading} onClick={() => void again()}>
          {texts.replay}
        </Button>
      )}
    </li>
  );
}

/** The outcome of the last attempt, the number of attempts, and the time of the next one. */
function saidOf({ attempts, cause, status, next_attempt_at: next }: Delivery): string {
  const last = attempts.at(0);
  const answered = last?.status != null ? texts.answered(last.status, last.duration_ms) : undefined;
  return [
    attempts.length > 0 && texts.attempts(attempts.length),
    answered,
    cause !== null && !/^http_/.test(cause) && (texts.causes[cause] ?? cause),
    status === 'queued' && next !== null && texts.nextAttempt(moment(next)),
  ]
    .filter(Boolean)
    .join(' · ');
}
