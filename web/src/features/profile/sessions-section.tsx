import { Button, Skeleton } from 'antd';
import { useToasts } from '../../app/toasts';
import { Unreachable } from '../../components/unreachable';
import { failureStatus, failureText } from '../../lib/call-gateway';
import { clientName } from '../../lib/client-name';
import { moment } from '../../lib/figures';
import {
  type SessionsControllerListApiResponse,
  useSessionsControllerEndAllMutation,
  useSessionsControllerEndMutation,
  useSessionsControllerListQuery,
} from '../../lib/generated-api';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

type Session = SessionsControllerListApiResponse['sessions'][number];

const texts = profile.sessions;

/** The account's sessions; ends one of the others, or all of them (ACC-37). */
export function SessionsSection() {
  const toasts = useToasts();
  const { data, isError, isFetching, refetch } = useSessionsControllerListQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [endOthers, { isLoading }] = useSessionsControllerEndAllMutation();

  const end = async () => {
    try {
      const { ended } = await endOthers({}).unwrap();
      toasts.success(texts.endedOthers(ended));
    } catch (error) {
      toasts.error(failureText(error, texts.endOthersFailed));
    }
    void refetch();
  };

  if (isError && !isFetching) return <Unreachable text={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const hasOthers = data.sessions.some(({ current }) => !current);
  return (
    <div className={styles.part}>
      <p className={styles.muted}>{texts.lead}</p>
      <ul className={styles.rows}>
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => void refetch()} />
        ))}
      </ul>
      {hasOthers ? (
        <Button danger disabled={isLoading} onClick={() => void end()}>
          {texts.endOthers}
        </Button>
      ) : (
        <p className={styles.muted}>{texts.only}</p>
      )}
    </div>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const toasts = useToasts();
  const [endOne, { isLoading }] = useSessionsControllerEndMutation();
  const client = clientName(session.client, texts.unknownClient);
  const since = moment(session.created_at);

  const end = async () => {
    try {
      await endOne({ id: session.id }).unwrap();
      toasts.success(texts.ended);
    } catch (error) {
      toasts.error(failureText(error, texts.endFailed));
      // 404: the session has already ended, so the list is loaded again.
      if (failureStatus(error) !== 404) return;
    }
    onEnded();
  };

  return (
    <li className={styles.row}>
      <div>
        <span className={styles.label} title={session.client}>
          {client}
        </span>
        <span className={styles.small}>
          {session.address && `${session.address} · `}
          {texts.since(since, moment(session.expires_at))}
        </span>
      </div>
      {session.current ? (
        <span className={styles.mark}>{texts.current}</span>
      ) : (
        <Button aria-label={texts.endOf(client, since)} disabled={isLoading} onClick={() => void end()}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
