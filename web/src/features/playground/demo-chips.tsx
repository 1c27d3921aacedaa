import { useInfoControllerInfoQuery } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import { demoTitle } from './demo-title.rule';
import styles from './summary-form.module.css';

/** The sample videos of every deployment; none while they are unknown. */
export function DemoChips(props: { chosen: string; disabled: boolean; onPick: (url: string) => void }) {
  const { data } = useInfoControllerInfoQuery();
  const videos = data?.demo_videos.filter(({ outcome }) => outcome === 'ok') ?? [];
  if (videos.length === 0) return null;
  return (
    // While its buttons are disabled, the list itself takes the focus, so that the keyboard can scroll it.
    <ul className={styles.chips} aria-label={playground.tryThese} tabIndex={props.disabled ? 0 : undefined}>
      {videos.map(({ url, video_id, title }) => {
        const { name, note } = demoTitle(title);
        return (
          <li key={video_id}>
            <button
              type="button"
              className={styles.chip}
              title={title}
              aria-pressed={props.chosen === url}
              disabled={props.disabled}
              onClick={() => props.onPick(url)}
            >
              <span className={styles.chipName}>{name}</span>
              {note && <span className={styles.chipNote}>{note}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
