import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { EmptyLine } from '../../components/empty-line';
import { Unreachable } from '../../components/unreachable';
import { clientName } from '../../lib/client-name';
import { moment } from '../../lib/figures';
import { useProfileControllerActivityQuery } from '../../lib/generated-api';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

const PAGE = '20';

/** What changed in the account, newest first (ACC-35). */
export function ActivitySection() {
  // Each list begins after the last entry of the previous one.
  const [begins, setBegins] = useState<(string | undefined)[]>([undefined]);
  return (
    <div className={styles.part}>
      <p className={styles.muted}>{profile.activity.lead}</p>
      <div className={styles.wide}>
        {begins.map((before, index) => (
          <ActivityList
            key={before ?? ''}
            before={before}
            onOlder={index === begins.length - 1 ? (last) => setBegins([...begins, last]) : undefined}
          />
        ))}
      </div>
    </div>
  );
}

function ActivityList({ before, onOlder }: { before?: string; onOlder?: (last: string) => void }) {
  const { data, isError, isFetching, refetch } = useProfileControllerActivityQuery(
    { before, limit: PAGE },
    { refetchOnMountOrArgChange: true },
  );
  if (isError && !isFetching) return <Unreachable text={profile.activity.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const last = data.activity.at(-1);
  if (!last) return before ? null : <EmptyLine text={profile.activity.none} />;
  return (
    <>
      <ul className={styles.rows}>
        {data.activity.map(({ id, at, kind, by, client, address, times, first_at }) => (
          <li key={id} className={styles.row}>
            <div>
              <span className={styles.label}>
                {profile.activity.kinds[kind] ?? kind}
                {by === 'operator' && ` ${profile.activity.byOperator}`}
                {times > 1 && `, ${profile.activity.times(times, moment(first_at))}`}
              </span>
              <span className={styles.small} title={client}>
                {[client && clientName(client, profile.sessions.unknownClient), address].filter(Boolean).join(' · ')}
              </span>
            </div>
            <time className={styles.small} dateTime={at}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ul>
      {data.more && onOlder && (
        <p style={{ marginTop: 24 }}>
          <Button onClick={() => onOlder(last.id)}>{profile.activity.older}</Button>
        </p>
      )}
    </>
  );
}
