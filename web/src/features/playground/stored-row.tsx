import { App, Dropdown } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../app/toasts';
import { EvidenceLine } from '../../components/evidence-line';
import { failureStatus, failureText } from '../../lib/call-gateway';
import { day, videoTime } from '../../lib/figures';
import {
  type SummariesControllerListApiResponse,
  useLazySummariesControllerAgainQuery,
  useSummariesControllerDeleteMutation,
} from '../../lib/generated-api';
import { playground } from '../../texts/playground';
import type { Summary } from './api';
import { saveSummary } from './save-summary';
import type { FileKind } from './summary-files';
import styles from './stored.module.css';

export type Row = SummariesControllerListApiResponse['summaries'][number];

/** Shows the summary that `read` returns; undefined: it could not be loaded, and the row has reported that. */
export type OpenStored = (read: () => Promise<Summary | undefined>) => void;

/** A stored summary in the list: its title opens it, a menu exports or deletes it. */
export function StoredRow({ row, onOpen }: { row: Row; onOpen: OpenStored }) {
  const { modal } = App.useApp();
  const toasts = useToasts();
  const [read] = useLazySummariesControllerAgainQuery();
  const [remove] = useSummariesControllerDeleteMutation();
  const [isBusy, setBusy] = useState(false);
  const title = row.title ?? playground.untitled;

  const fetchSummary = async () => {
    setBusy(true);
    const { data, error } = await read({ id: row.id }, true);
    setBusy(false);
    if (!data) toasts.error(failureText(error, playground.openFailed));
    return data?.data;
  };
  const save = async (kind: FileKind) => {
    const summary = await fetchSummary();
    if (summary) saveSummary(kind, summary);
  };
  const confirmDelete = () =>
    void modal.confirm({
      title: playground.deleteTitle,
      content: playground.deleteText(title),
      okText: playground.delete,
      okButtonProps: { danger: true },
      cancelText: playground.keep,
      icon: null,
      onOk: async () => {
        const { error } = await remove({ id: row.id });
        // Deleted in another tab, or expired: the user's wish is fulfilled.
        if (!error || failureStatus(error) === 404) toasts.success(playground.deleted);
        else toasts.error(failureText(error, playground.deleteFailed));
      },
    });

  const facts = [
    day(row.created_at) === day(new Date().toISOString()) ? playground.today : day(row.created_at),
    row.duration_seconds === null ? null : videoTime(row.duration_seconds),
    row.summary_type && playground.types[row.summary_type],
  ];
  return (
    <li className={styles.row} aria-busy={isBusy}>
      <div className={styles.top}>
        <button
          type="button"
          className={styles.open}
          dir="auto"
          aria-label={playground.open(title)}
          disabled={isBusy}
          onClick={() => onOpen(fetchSummary)}
        >
          {title}
        </button>
        <Dropdown
          trigger={['click']}
          getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
          placement="bottomRight"
          menu={{
            items: [
              ...Object.entries(playground.files).map(([key, label]) => ({ key, label })),
              { type: 'divider' as const },
              { key: 'delete', label: playground.delete, danger: true },
            ],
            onClick: ({ key }) => (key === 'delete' ? confirmDelete() : void save(key as FileKind)),
          }}
        >
          <button type="button" className={styles.options} aria-label={playground.options(title)}>
            <span aria-hidden="true">⋯</span>
          </button>
        </Dropdown>
      </div>
      <EvidenceLine small moments={row.ticks ?? []} durationSeconds={row.duration_seconds} />
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}
