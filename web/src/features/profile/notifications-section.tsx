import { Button, Skeleton } from 'antd';
import { type FormEvent, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { Unreachable } from '../../components/unreachable';
import { failureText } from '../../lib/call-gateway';
import {
  type NotificationsControllerGetApiResponse,
  useNotificationsControllerGetQuery,
  useNotificationsControllerSetMutation,
} from '../../lib/generated-api';
import { profile } from '../../texts/profile';
import styles from './profile.module.css';

type Wishes = NotificationsControllerGetApiResponse['preferences'];

const texts = profile.notifications;
const TOPICS = Object.keys(texts.topics) as (keyof Wishes)[];

/** The mails that the account wants (MAIL-7). */
export function NotificationsSection() {
  const { data, isError, isFetching, refetch } = useNotificationsControllerGetQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (isError && !isFetching) return <Unreachable text={texts.loadFailed} onRetry={() => void refetch()} />;
  // Old preferences are not shown while newer ones are loading: a save would restore the old ones.
  if (!data || isFetching) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <WishesForm saved={data.preferences} />;
}

function WishesForm({ saved }: { saved: Wishes }) {
  const toasts = useToasts();
  const [wishes, setWishes] = useState(saved);
  const [set, { isLoading }] = useNotificationsControllerSetMutation();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    try {
      const { preferences } = await set({ body: wishes }).unwrap();
      setWishes(preferences);
      toasts.success(texts.saved);
    } catch (error) {
      toasts.error(failureText(error, texts.failed));
    }
  };

  return (
    <form className={styles.part} onSubmit={(event) => void save(event)}>
      <p className={styles.muted}>{texts.lead}</p>
      <div className={styles.choices}>
        {TOPICS.map((topic) => (
          <label key={topic} className={styles.choice}>
            <input
              type="checkbox"
              name={topic}
              checked={wishes[topic]}
              onChange={(event) => setWishes({ ...wishes, [topic]: event.target.checked })}
            />
            <span>
              <span className={styles.label}>{texts.topics[topic].label}</span>
              <span className={styles.muted}>{texts.topics[topic].text}</span>
            </span>
          </label>
        ))}
      </div>
      <Button type="primary" size="large" htmlType="submit" loading={isLoading}>
        {texts.save}
      </Button>
    </form>
  );
}
