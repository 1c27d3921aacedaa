import { Button, Skeleton } from 'antd';
import { type FormEvent, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { Unreachable } from '../../components/unreachable';
import { failureText } from '../../lib/call-gateway';
import {
  type NotificationsControllerGetApiResponse,
  useLazyNotificationsControllerGetQuery,
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
  const [isRead, setRead] = useState(false);
  if (data && !isFetching && !isError && !isRead) setRead(true);
  if (!isRead && isError && !isFetching) {
    return <Unreachable text={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  // Old preferences are not shown while the page's first answer is loading: the user would see choices that no longer hold.
  if (!data || !isRead) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <WishesForm saved={data.preferences} />;
}

function WishesForm({ saved }: { saved: Wishes }) {
  const toasts = useToasts();
  const [known, setKnown] = useState(saved);
  const [wishes, setWishes] = useState(saved);
  const [read, reading] = useLazyNotificationsControllerGetQuery();
  const [set, setting] = useNotificationsControllerSetMutation();
  const isLoading = reading.isFetching || setting.isLoading;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    try {
      // Only what this form changed is saved: meanwhile the link of a mail may have ended another topic (MAIL-8).
      const { preferences: now } = await read().unwrap();
      const wanted = TOPICS.map((topic) => [topic, wishes[topic] === known[topic] ? now[topic] : wishes[topic]]);
      const { preferences } = await set({ body: Object.fromEntries(wanted) as Wishes }).unwrap();
      setKnown(preferences);
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
