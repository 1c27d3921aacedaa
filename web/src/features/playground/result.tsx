import { Button, Dropdown, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { CopyButton } from '../../components/copy-button';
import { videoTime, whole } from '../../lib/figures';
import { playground } from '../../texts/playground';
import { Choice } from './choice';
import { languageName } from './language-name';
import { Reading } from './reading';
import { Remarks } from './remarks';
import { saveSummary } from './save-summary';
import type { FileKind } from './summary-files';
import { takeFocus } from './take-focus';
import type { Shown } from './use-summary';
import styles from './result.module.css';

/** Rows of the plain text, by type (WEB-27). */
export const ROWS = { short: 6, auto: 12, detail: 18 };

export interface ResultProps {
  shown: Shown;
  /** Videos left this month; null while unknown. */
  remaining: number | null;
  /** The last chosen sentence stays highlighted. */
  picked: number | null;
  onPick: (sentence: number) => void;
}

/** A summary: badge, title, language and length, the text in two ways, copy and download (WEB-27). */
export function Result({ shown, remaining, picked, onPick }: ResultProps) {
  const { summary, isStored, hadFocus } = shown;
  const [view, setView] = useState<'reading' | 'plain'>('reading');
  const [pointed, setPointed] = useState<number | null>(null);
  const toasts = useToasts();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => takeFocus(title.current), [summary]);

  const facts = [
    summary.language && languageName(summary.language),
    summary.duration_seconds === null ? null : videoTime(summary.duration_seconds),
    summary.transcript_source === 'supplied' ? playground.suppliedTranscript : null,
    summary.focus_applied ? playground.focusApplied : hadFocus ? playground.focusMissed : null,
  ].filter(Boolean);
  const cost = isStored
    ? playground.readAgain
    : remaining === null
      ? playground.paid
      : playground.paidAndLeft(whole(remaining));
  return (
    <article className={styles.result}>
      <header className={styles.head}>
        <span className={styles.badge}>{playground.types[summary.summary_type]}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <Choice label={playground.view} options={playground.views} value={view} onChange={setView} />
      </header>
      <h2 ref={title} tabIndex={-1} className={styles.title} dir="auto">
        {summary.title || playground.untitled}
      </h2>
      {view === 'reading' ? (
        <Reading summary={summary} active={pointed ?? picked} onActive={setPointed} onPick={onPick} />
      ) : (
        <Input.TextArea
          className={styles.plain}
          readOnly
          dir="auto"
          aria-label={playground.plainText}
          rows={ROWS[summary.summary_type]}
          value={summary.summary}
        />
      )}
      <Remarks summary={summary} />
      <footer className={styles.foot}>
        <CopyButton
          text={summary.summary}
          label={playground.copy}
          onFailed={() => toasts.error(playground.copyFailed)}
        />
        <Dropdown
          trigger={['click']}
          getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
          menu={{
            items: Object.entries(playground.files).map(([key, label]) => ({ key, label })),
            onClick: ({ key }) => saveSummary(key as FileKind, summary),
          }}
        >
          <Button>
            {playground.download} <span aria-hidden="true">▾</span>
          </Button>
        </Dropdown>
        <span className={styles.cost}>{cost}</span>
      </footer>
    </article>
  );
}
