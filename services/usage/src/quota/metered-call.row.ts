import { type CallMode, type CallState, type CallSubject, MeteredCall } from './metered-call.rule.js';

/** A row of metered_calls as the driver returns it. */
export interface CallRow {
  id: string;
  call_id: string;
  account_id: string;
  month: string;
  attempt: number;
  state: CallState;
  mode: CallMode;
  holder: string | null;
  idem_hash: string | null;
  body_hash: string | null;
  result_ref: string | null;
  video_id: string | null;
  title: string | null;
  summary_type: string | null;
  duration_seconds: number | null;
  hidden_at: Date | null;
  refund_reason: string | null;
  replayed_attempt: number | null;
  client: string;
  endpoint: string;
  reserved_at: Date;
  lapsed: boolean;
}

export function callFromRow(row: CallRow): MeteredCall {
  return Object.assign(new MeteredCall(), {
    id: row.id,
    callId: row.call_id,
    accountId: row.account_id,
    month: row.month,
    attempt: row.attempt,
    state: row.state,
    mode: row.mode,
    facts: {
      idemHash: row.idem_hash,
      bodyHash: row.body_hash,
      client: row.client,
      endpoint: row.endpoint,
      holder: row.holder,
    },
    resultRef: row.result_ref,
    subject: subjectFromRow(row),
    hiddenAt: row.hidden_at,
    refundReason: row.refund_reason,
    replayedAttempt: row.replayed_attempt,
    reservedAt: row.reserved_at,
    lapsed: row.lapsed,
  });
}

/** Reads the columns of the subject, which are written together: a row has all of them or none. */
export function subjectFromRow(
  row: Pick<CallRow, 'video_id' | 'title' | 'summary_type' | 'duration_seconds'>,
): CallSubject | null {
  const { video_id: videoId, title, summary_type: summaryType, duration_seconds: durationSeconds } = row;
  if (videoId === null || title === null || summaryType === null) return null;
  return { videoId, title, summaryType, durationSeconds: durationSeconds ?? 0 };
}

export function callsToJson(calls: MeteredCall[]): string {
  return JSON.stringify(
    calls.map((call) => ({
      id: call.id,
      call_id: call.callId,
      account_id: call.accountId,
      month: call.month,
      attempt: call.attempt,
      state: call.state,
      mode: call.mode,
      holder: call.facts.holder,
      idem_hash: call.facts.idemHash,
      body_hash: call.facts.bodyHash,
      result_ref: call.resultRef,
      video_id: call.subject?.videoId,
      title: call.subject?.title,
      summary_type: call.subject?.summaryType,
      duration_seconds: call.subject?.durationSeconds,
      hidden_at: call.hiddenAt,
      refund_reason: call.refundReason,
      replayed_attempt: call.replayedAttempt,
      client: call.facts.client,
      endpoint: call.facts.endpoint,
      reserved_at: call.reservedAt,
    })),
  );
}
