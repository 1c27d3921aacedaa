import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/store';
import { PartBoundary } from '../../components/part-boundary';
import { useInfoControllerInfoQuery, useUsageControllerSummaryQuery } from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import './api';
import type { Summary } from './api';
import { EmptyState } from './empty-state';
import { FailedAttempt } from './failed-attempt';
import { unfinishedAttempt } from './kept-attempt';
import { Result } from './result';
import { StoredSummaries } from './stored-summaries';
import { SummaryForm } from './summary-form';
import { UsagePanel } from './usage-panel';
import { useNarrow } from './use-narrow';
import { useSummary } from './use-summary';
import { type Jump, Video } from './video';
import { Working } from './working';
import styles from './playground.module.css';

/** The form and its result, and next to them the video, the month and the stored summaries. */
export function Playground() {
  const { work, shown, failed, start, cancel, showStored } = useSummary();
  const accountId = useAppSelector((state) => state.session.user?.id) ?? '';
  const [initial] = useState(() => unfinishedAttempt(accountId, Date.now()));
  // Requested again even when another page has it cached, because that page may have no tags by which a summary invalidates it.
  const { data: usage } = useUsageControllerSummaryQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: info } = useInfoControllerInfoQuery();
  const [jump, setJump] = useState<(Jump & { of: Summary }) | null>(null);
  const isNarrow = useNarrow();
  const [isDrawerOpen, setDrawerOpen] = useState(false);

  const remaining = usage?.data.current.remaining ?? null;
  const isLocked = remaining !== null && remaining <= 0;
  const summary = failed ? undefined : shown?.summary;
  const jumpHere = jump && jump.of === summary ? jump : null;
  const goTo = (of: Summary, sentence: number | null) => {
    const seconds = sentence === null ? 0 : of.sentences[sentence].start_seconds;
    setJump((before) => ({ of, sentence, seconds, times: (before?.times ?? 0) + 1 }));
  };
  const openStored = async (read: () => Promise<Summary | undefined>) => {
    if (!(await showStored(read))) return;
    setDrawerOpen(false);
    window.scrollTo(0, 0);
  };

  return (
    <div className={styles.playground}>
      <div className={styles.left}>
        <div className={styles.form}>
          {isLocked && (
            <div className={styles.locked} role="alert">
              {playground.locked} <Link to="/pricing">{playground.upgrade}</Link>
            </div>
          )}
          <SummaryForm
            initial={initial}
            isWorking={work !== null}
            isLocked={isLocked && work === null}
            onStart={start}
          />
        </div>
        <div className={styles.main}>
          {work && <Working key={work.attempt.key} work={work} isBrief={shown !== null} onCancel={cancel} />}
          {!work && failed && (
            <FailedAttempt failed={failed} isLocked={isLocked} onAgain={() => start(failed.attempt)} />
          )}
          {!failed && shown && (
            <PartBoundary resetKey={shown.summary}>
              <Result
                key={shown.summary.video_id + shown.summary.summary_type}
                shown={shown}
                remaining={remaining}
                picked={jumpHere?.sentence ?? null}
                onPick={(sentence) => goTo(shown.summary, sentence)}
              />
            </PartBoundary>
          )}
          {!work && !failed && !shown && <EmptyState />}
        </div>
      </div>
      <div className={styles.right}>
        {/* An own transcript need not belong to a video (SUM-10). */}
        {summary && summary.video_id !== '' && (
          <section className={styles.video} aria-label={playground.video} data-open={jumpHere ? true : undefined}>
            <Video
              summary={summary}
              jump={jumpHere}
              isSample={info?.demo_videos.some(({ video_id }) => video_id === summary.video_id) ?? false}
              onPlay={() => goTo(summary, null)}
            />
          </section>
        )}
        <div className={styles.side}>
          <UsagePanel />
          {isNarrow ? (
            <>
              <Button block onClick={() => setDrawerOpen(true)}>
                {playground.stored}
              </Button>
              <Drawer
                open={isDrawerOpen}
                onClose={() => setDrawerOpen(false)}
                placement="bottom"
                size="80vh"
                title={playground.stored}
              >
                <StoredSummaries onOpen={(read) => void openStored(read)} isTitled={false} />
              </Drawer>
            </>
          ) : (
            <StoredSummaries onOpen={(read) => void openStored(read)} />
          )}
        </div>
      </div>
    </div>
  );
}
