import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { userChanged } from '../../app/session';
import { useAppDispatch } from '../../app/store';
import { useToasts } from '../../app/toasts';
import { Unreachable } from '../../components/unreachable';
import { failureStatus, failureText } from '../../lib/call-gateway';
import { moment } from '../../lib/figures';
import {
  type GoogleIdentitiesControllerListApiResponse,
  useGoogleIdentitiesControllerListQuery,
  useGoogleIdentitiesControllerRemoveMutation,
} from '../../lib/generated-api';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

type Identity = GoogleIdentitiesControllerListApiResponse['identities'][number];

const texts = profile.google;

/** The Google accounts that open this account, each with a button to remove it, except the last way in (ACC-63, WEB-41). */
export function GoogleIdentities() {
  const dispatch = useAppDispatch();
  const { data, isError, isFetching, refetch } = useGoogleIdentitiesControllerListQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });

  const onRemoved = async () => {
    const { data: now } = await refetch();
    if (now?.identities.length === 0) dispatch(userChanged({ google_linked: false }));
  };

  if (isError && !isFetching) return <Unreachable text={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <div className={styles.block}>
      <h3>{texts.title}</h3>
      <p className={styles.muted}>{texts.lead}</p>
      <ul className={styles.rows}>
        {data.identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} removable={data.removable} onRemoved={onRemoved} />
        ))}
      </ul>
      {!data.removable && (
        <p className={styles.muted}>
          {texts.last} <Link to="/profile?tab=password">{texts.setPassword}</Link>
        </p>
      )}
    </div>
  );
}

function IdentityRow({
  identity,
  removable,
  onRemoved,
}: {
  identity: Identity;
  removable: boolean;
  onRemoved: () => Promise<void>;
}) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useGoogleIdentitiesControllerRemoveMutation();
  const [isAsking, setAsking] = useState(false);
  const email = identity.email ?? texts.unknown;

  const send = async () => {
    try {
      await remove({ id: identity.id }).unwrap();
      toasts.success(texts.removed);
    } catch (error) {
      toasts.error(failureText(error, texts.failed));
      setAsking(false);
      // After 404 and 409 the list is read again: an identity that is gone disappears, and the last one says that it is the last.
      if (failureStatus(error) !== 404 && failureStatus(error) !== 409) return;
    }
    await onRemoved();
  };

  return (
    <li className={styles.row}>
      <div>
        <span className={styles.label}>{email}</span>
        <span className={styles.small}>
          {texts.since(moment(identity.linked_at), identity.last_used_at && moment(identity.last_used_at))}
        </span>
        {isAsking && <p>{texts.question(email)}</p>}
      </div>
      {removable && !isAsking && (
        <Button aria-label={texts.removeOf(email)} onClick={() => setAsking(true)}>
          {texts.remove}
        </Button>
      )}
      {isAsking && (
        <div className={styles.end}>
          <Button disabled={isLoading} onClick={() => setAsking(false)}>
            {texts.keep}
          </Button>
          <Button danger loading={isLoading} onClick={() => void send()}>
            {texts.confirm}
          </Button>
        </div>
      )}
    </li>
  );
}
