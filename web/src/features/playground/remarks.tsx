import { videoTime, whole } from '../../lib/figures';
import { playground } from '../../texts/playground';
import type { Summary } from './api';
import styles from './remarks.module.css';

type Span = Summary['not_covered'][number];

/** What a summary leaves out or did not follow, so that nobody takes it for complete (WEB-27). Empty when there is nothing to report. */
export function Remarks({ summary }: { summary: Summary }) {
  const remarks = remarksOn(summary);
  if (remarks.length === 0) return null;
  return (
    <section className={styles.remarks} aria-label={playground.remarks}>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </section>
  );
}

/** During a rollout, an answer may come from a gateway of the previous release without these fields. */
function remarksOn({ focus_reason, not_covered = [], dropped_sentences = 0, warnings = [] }: Summary): string[] {
  const orders = warnings.filter(({ code }) => code === 'instruction_like_text');
  const inTranscript = orders.flatMap(({ start_seconds, end_seconds }) =>
    start_seconds === null || end_seconds === null ? [] : [{ start_seconds, end_seconds }],
  );
  const leftOut = warnings.filter(({ code }) => code === 'cue_left_out').flatMap(({ detail }) => detail ?? []);
  const has = (field: string) => orders.some((warning) => warning.field === field);
  return [
    focus_reason && playground.focusReasons[focus_reason],
    not_covered.length > 0 && playground.notCovered(timesOf(not_covered)),
    dropped_sentences > 0 && playground.dropped(dropped_sentences, whole(dropped_sentences)),
    has('transcript') && playground.ordersSaid(timesOf(inTranscript)),
    leftOut.length > 0 && playground.cuesLeftOut(leftOut.slice(0, PLACES).join('; ')),
    has('title') && playground.ordersInTitle,
    has('chapters') && playground.ordersInChapters,
    has('custom_prompt') && playground.ordersInFocus,
  ].filter((remark): remark is string => Boolean(remark));
}

/** The first few places; a hundred of them would hide the summary. */
const PLACES = 4;

function timesOf(spans: Span[]): string {
  const times = spans
    .slice(0, PLACES)
    .map(({ start_seconds, end_seconds }) => `${videoTime(start_seconds)}-${videoTime(end_seconds)}`);
  return [...times, ...(spans.length > PLACES ? [playground.morePlaces(whole(spans.length - PLACES))] : [])].join(', ');
}
