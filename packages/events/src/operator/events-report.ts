import { type DeadEvent, deadEvents, waitingCounts } from './dead-events.js';
import type { DataSource } from 'typeorm';
import type { PartitionPlace } from '../kafka/kafka-places.js';

/** Most rows on a terminal; the rest is counted. */
const SHOWN = 200;

/** The groups' offsets in the log, and their lag. */
export function lagReport(groups: Map<string, PartitionPlace[]>): string[] {
  const places = [...groups].flatMap(([group, of]) => of.map((place) => ({ group, ...place })));
  const rows = places.map(({ group, topic, partition, position, end }) => [
    group,
    topic,
    partition,
    position,
    end,
    end - position,
  ]);
  const total = places.reduce((sum, { position, end }) => sum + end - position, 0n);
  return [...textTable(['GROUP', 'TOPIC', 'PARTITION', 'POSITION', 'END', 'LAG'], rows), `${total} behind in all`];
}

/** Events that were delivered and wait in the service's database: for the log they are handled. */
export async function waitingReport(database: DataSource, group: string | undefined): Promise<string[]> {
  const counts = await waitingCounts(database, group);
  if (counts.length === 0) return ['no event is parked or dead'];
  return textTable(
    ['GROUP', 'TOPIC', 'PARKED', 'DEAD'],
    counts.map(({ group: of, topic, parked, dead }) => [of, topic, parked, dead]),
  );
}

/** Never contains the payload. */
export async function deadReport(database: DataSource, group: string | undefined): Promise<string[]> {
  const events = await deadEvents(database, group, SHOWN + 1);
  if (events.length === 0) return ['no event is dead'];
  const head = ['GROUP', 'EVENT', 'TYPE', 'KEY', 'TOPIC', 'PARTITION', 'OFFSET', 'ATTEMPTS', 'AGE', 'BEHIND', 'CAUSE'];
  const more = events.length > SHOWN ? [`and more: these are the ${SHOWN} oldest`] : [];
  return [
    ...textTable(
      head,
      events.slice(0, SHOWN).map((event) => rowOf(event)),
    ),
    ...more,
  ];
}

function rowOf({
  group,
  eventId,
  type,
  key,
  topic,
  partition,
  offset,
  attempts,
  ageSeconds,
  behind,
  cause,
}: DeadEvent) {
  return [group, eventId, type, key, topic, partition, offset, attempts, ageOf(ageSeconds), behind, cause];
}

function ageOf(seconds: number): string {
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 2 * 3_600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 48 * 3_600 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** Characters that could move the cursor, hide text or change its direction: keys and causes may come from outside. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const WIDEST = 300;

/** Lines of a table for a terminal, each column as wide as its widest cell. */
export function textTable(head: string[], rows: (string | number | bigint | null)[][]): string[] {
  const cells = [head, ...rows.map((row) => row.map((cell) => printable(cell)))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

function printable(cell: string | number | bigint | null): string {
  const text = String(cell ?? '-').replace(UNPRINTABLE, '\ufffd');
  return text.length > WIDEST ? `${text.slice(0, WIDEST)}...` : text;
}
