import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Decides and writes the usual operations of a whole batch in one round trip (why: ADR 11). It decides exactly like apply-operation.rule.ts;
 * usual-operations.property.int.spec.ts compares both. When anything about an account is unusual, all its operations are left to the rule: a known
 * call id or key, a lapsed reservation, a charge that reaches a threshold, units without a line, another month. So this function never writes an
 * event or a row that exchanges its key.
 *
 * `items`: the batch, each with its `place`; `this_month` and `moment` are the service's time. Without `waits`, accounts that another transaction has
 * locked are left out, so that nobody waits for them. Returns one row per item, with `kind` null when it is left to the rule, and no row for an
 * account that is locked or has no row yet. Locks in the order of the ids, as all batches do.
 *
 * Plans are kept for the life of a connection, also those made while the tables were empty, so they must use the indexes.
 */
const DECIDE_CALLS = `
CREATE OR REPLACE FUNCTION decide_calls(items jsonb, this_month char(7), moment timestamptz, free_videos int, waits boolean)
  RETURNS TABLE (place int, kind text, attempt int, quota_limit int, used int)
  LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $decide$
#variable_conflict use_column
DECLARE
  ids uuid[]; timetables jsonb[];
  r record; s record;
  present uuid;
  unusual boolean;
  used_now int; reserved_now int; count_now int; head_now text;
  was_out int; was_new int; was_changed int; was_line int; is_changed boolean;
  verdict text; attempt_now int; charged_from timestamptz; said int;
  out_place int[] := '{}'; out_kind text[] := '{}'; out_attempt int[] := '{}'; out_limit int[] := '{}'; out_used int[] := '{}';
  new_place int[] := '{}'; new_state text[] := '{}';
  changed_place int[] := '{}'; changed_id bigint[] := '{}'; changed_state text[] := '{}';
  line_place int[] := '{}'; line_row bigint[] := '{}'; line_attempt int[] := '{}'; line_at timestamptz[] := '{}'; line_seq int[] := '{}'; line_hash text[] := '{}';
  month_account uuid[] := '{}'; month_used int[] := '{}'; month_reserved int[] := '{}'; month_count int[] := '{}'; month_head text[] := '{}';
BEGIN
  IF waits THEN
    SELECT array_agg(q.account_id), array_agg(q.timetable) INTO ids, timetables FROM (
      SELECT account_id, timetable FROM quota_accounts
      WHERE account_id = ANY (SELECT (i->>'account_id')::uuid FROM jsonb_array_elements(items) AS i) ORDER BY account_id FOR UPDATE
    ) AS q;
  ELSE
    SELECT array_agg(q.account_id), array_agg(q.timetable) INTO ids, timetables FROM (
      SELECT account_id, timetable FROM quota_accounts
      WHERE account_id = ANY (SELECT (i->>'account_id')::uuid FROM jsonb_array_elements(items) AS i) ORDER BY account_id FOR UPDATE SKIP LOCKED
    ) AS q;
  END IF;
  IF ids IS NULL THEN RETURN; END IF;

  -- Read after the locks, by a snapshot of their own.
  FOR r IN
    WITH account AS MATERIALIZED (
      SELECT l.id, m.used, m.reserved, m.line_count, m.line_units, encode(m.head, 'hex') AS head,
        coalesce((SELECT (e.term->>'videosPerMonth')::int FROM jsonb_array_elements(l.timetable->'entries') WITH ORDINALITY AS e(term, nth)
            WHERE (e.term->>'fromSeconds')::numeric <= extract(epoch FROM moment) AND extract(epoch FROM moment) < (e.term->>'toSeconds')::numeric
            ORDER BY e.nth LIMIT 1), (l.timetable->>'freeVideosPerMonth')::int, free_videos) AS quota_limit,
        EXISTS (SELECT FROM metered_calls c WHERE c.account_id = l.id AND c.state = 'reserved' AND (
          (c.mode = 'sync' AND NOT EXISTS (SELECT FROM holders h WHERE h.holder = c.holder AND h.lease_until >= now()))
          OR (c.mode = 'job' AND c.reserved_at < moment - interval '1 hour'))) AS lapsed
      FROM unnest(ids, timetables) AS l(id, timetable)
      LEFT JOIN LATERAL (SELECT * FROM quota_months q WHERE q.account_id = l.id AND q.month = this_month LIMIT 1) AS m ON true
    )
    SELECT n.*, a.used, a.reserved, a.line_count, a.line_units, a.head, a.quota_limit, a.lapsed,
      c.id AS row_id, c.account_id AS owner, c.state, c.attempt AS row_attempt, c.month AS row_month, c.reserved_at, k.id IS NOT NULL AS key_known
    FROM jsonb_to_recordset(items) AS n(place int, account_id uuid, kind text, call_id uuid, attempt int, idem_hash char(64))
    JOIN account a ON a.id = n.account_id
    LEFT JOIN LATERAL (SELECT * FROM metered_calls q WHERE q.call_id = n.call_id LIMIT 1) AS c ON true
    LEFT JOIN LATERAL (SELECT q.id FROM metered_calls q WHERE q.account_id = n.account_id AND q.idem_hash = n.idem_hash LIMIT 1) AS k ON true
    ORDER BY n.account_id, n.place
  LOOP
    IF present IS DISTINCT FROM r.account_id THEN
      IF is_changed AND NOT unusual THEN
        month_account := month_account || present; month_used := month_used || used_now; month_reserved := month_reserved || reserved_now;
        month_count := month_count || count_now; month_head := array_append(month_head, head_now);
      END IF;
      present := r.account_id; is_changed := false;
      used_now := coalesce(r.used, 0); reserved_now := coalesce(r.reserved, 0);
      count_now := coalesce(r.line_count, 0); head_now := r.head;
      unusual := r.lapsed OR coalesce(r.line_units, 0) <> used_now;
      was_out := cardinality(out_place); was_new := cardinality(new_place);
      was_changed := cardinality(changed_place); was_line := cardinality(line_place);
    END IF;
    verdict := NULL; attempt_now := 0; charged_from := NULL;
    IF NOT unusual THEN
      CASE r.kind
      WHEN 'peek' THEN verdict := 'peeked';
      WHEN 'reserve', 'reserveAndCharge' THEN
        IF r.row_id IS NULL AND NOT r.key_known THEN
          IF used_now >= r.quota_limit THEN verdict := 'exhausted';
          ELSIF used_now + reserved_now >= r.quota_limit THEN verdict := 'in_use';
          ELSE
            attempt_now := 1;
            IF r.kind = 'reserve' THEN verdict := 'granted'; reserved_now := reserved_now + 1;
            ELSE verdict := 'charged'; charged_from := moment; END IF;
            new_place := new_place || r.place; new_state := new_state || (CASE r.kind WHEN 'reserve' THEN 'reserved' ELSE 'charged' END);
          END IF;
        END IF;
      WHEN 'charge', 'release' THEN
        IF r.row_id IS NOT NULL AND r.owner = r.account_id AND r.state = 'reserved' AND r.row_month = this_month
          AND (r.row_attempt = r.attempt OR (r.kind = 'release' AND r.attempt = 0)) THEN
          reserved_now := reserved_now - 1;
          IF r.kind = 'release' THEN verdict := 'released';
          ELSE verdict := 'charged'; attempt_now := r.row_attempt; charged_from := r.reserved_at; END IF;
          changed_place := changed_place || r.place; changed_id := changed_id || r.row_id; changed_state := changed_state || verdict;
        END IF;
      ELSE
      END CASE;
      IF verdict = 'charged' THEN
        used_now := used_now + 1; count_now := count_now + 1;
        IF used_now = r.quota_limit OR used_now = ceil(r.quota_limit * 4.0 / 5) THEN verdict := NULL; END IF;
        -- The first line follows the genesis hash of account and month.
        IF head_now IS NULL THEN head_now := encode(sha256(convert_to(concat_ws(E'\\n', 'precis-statement-v1', 'genesis',
          left(encode(sha256(convert_to(concat_ws(E'\\n', 'precis-statement-v1', 'account', present), 'UTF8')), 'hex'), 32), this_month), 'UTF8')), 'hex');
        END IF;
        head_now := encode(sha256(convert_to(concat_ws(E'\\n', 'precis-statement-v1', 'line', head_now, count_now,
          to_char(charged_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.call_id, 1, 'charge'), 'UTF8')), 'hex');
        line_place := line_place || r.place; line_row := array_append(line_row, r.row_id); line_attempt := line_attempt || attempt_now;
        line_at := line_at || charged_from; line_seq := line_seq || count_now; line_hash := line_hash || head_now;
      END IF;
      IF verdict IS NULL THEN
        -- All that was decided of this account is the rule's again.
        unusual := true;
        new_place := trim_array(new_place, cardinality(new_place) - was_new); new_state := trim_array(new_state, cardinality(new_state) - was_new);
        changed_place := trim_array(changed_place, cardinality(changed_place) - was_changed);
        changed_id := trim_array(changed_id, cardinality(changed_id) - was_changed);
        changed_state := trim_array(changed_state, cardinality(changed_state) - was_changed);
        said := cardinality(line_place) - was_line;
        line_place := trim_array(line_place, said); line_row := trim_array(line_row, said); line_attempt := trim_array(line_attempt, said);
        line_at := trim_array(line_at, said); line_seq := trim_array(line_seq, said); line_hash := trim_array(line_hash, said);
        FOR said IN was_out + 1 .. cardinality(out_place) LOOP out_kind[said] := NULL; END LOOP;
      ELSIF verdict IN ('granted', 'charged', 'released') THEN is_changed := true;
      END IF;
    END IF;
    out_place := out_place || r.place; out_kind := array_append(out_kind, verdict); out_attempt := out_attempt || attempt_now;
    out_limit := out_limit || r.quota_limit; out_used := out_used || used_now;
  END LOOP;
  IF is_changed AND NOT unusual THEN
    month_account := month_account || present; month_used := month_used || used_now; month_reserved := month_reserved || reserved_now;
    month_count := month_count || count_now; month_head := array_append(month_head, head_now);
  END IF;

  IF cardinality(new_place) > 0 OR cardinality(line_place) > 0 THEN
    WITH added AS (
      INSERT INTO metered_calls (call_id, account_id, month, attempt, state, mode, holder, idem_hash, body_hash, result_ref, video_id, title,
        summary_type, duration_seconds, client, endpoint, reserved_at)
      SELECT n.call_id, n.account_id, this_month, 1, w.state, n.mode, n.holder, n.idem_hash, n.body_hash, n.result_ref, n.video_id, n.title,
        n.summary_type, n.duration_seconds, n.client, n.endpoint, moment
      FROM unnest(new_place, new_state) WITH ORDINALITY AS w(place, state, nth)
      JOIN jsonb_to_recordset(items) AS n(place int, account_id uuid, call_id uuid, mode text, holder text, idem_hash char(64), body_hash char(64),
        result_ref text, video_id text, title text, summary_type text, duration_seconds int, client text, endpoint text) ON n.place = w.place
      ORDER BY w.nth
      RETURNING id, call_id
    )
    INSERT INTO statement_lines (month, account_id, seq, at, call_id, units, kind, hash, call_row, attempt)
    SELECT this_month, n.account_id, l.seq, l.at, n.call_id, 1, 'charge', decode(l.hash, 'hex'), coalesce(l.row_id, a.id), l.attempt
    FROM unnest(line_place, line_row, line_attempt, line_at, line_seq, line_hash) AS l(place, row_id, attempt, at, seq, hash)
    JOIN jsonb_to_recordset(items) AS n(place int, account_id uuid, call_id uuid) ON n.place = l.place
    LEFT JOIN added a ON a.call_id = n.call_id;
  END IF;
  IF cardinality(changed_place) > 0 THEN
    UPDATE metered_calls c SET state = w.state,
      result_ref = CASE w.state WHEN 'charged' THEN n.result_ref ELSE c.result_ref END,
      video_id = CASE w.state WHEN 'charged' THEN n.video_id ELSE c.video_id END,
      title = CASE w.state WHEN 'charged' THEN n.title ELSE c.title END,
      summary_type = CASE w.state WHEN 'charged' THEN n.summary_type ELSE c.summary_type END,
      duration_seconds = CASE w.state WHEN 'charged' THEN n.duration_seconds ELSE c.duration_seconds END
    FROM unnest(changed_place, changed_id, changed_state) AS w(place, id, state)
    JOIN jsonb_to_recordset(items) AS n(place int, result_ref text, video_id text, title text, summary_type text, duration_seconds int)
      ON n.place = w.place
    WHERE c.id = w.id;
  END IF;
  IF cardinality(month_account) > 0 THEN
    INSERT INTO quota_months (account_id, month, used, reserved, line_count, line_units, head)
    SELECT m.account_id, this_month, m.used, m.reserved, m.lines, m.used, decode(m.head, 'hex')
    FROM unnest(month_account, month_used, month_reserved, month_count, month_head) AS m(account_id, used, reserved, lines, head)
    ON CONFLICT (account_id, month) DO UPDATE SET used = excluded.used, reserved = excluded.reserved,
      line_count = excluded.line_count, line_units = excluded.line_units, head = excluded.head;
  END IF;
  RETURN QUERY SELECT * FROM unnest(out_place, out_kind, out_attempt, out_limit, out_used);
END $decide$`;

export class DecideCalls1700000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DECIDE_CALLS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION decide_calls(jsonb, char, timestamptz, int, boolean)');
  }
}
