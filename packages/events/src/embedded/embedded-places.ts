import type { DataSource } from 'typeorm';
import type { PartitionPlace } from '../kafka/partition-place.js';

/** Where every group of the embedded bus is in its log; each topic has one partition. */
export async function embeddedPlaces(bus: DataSource): Promise<Map<string, PartitionPlace[]>> {
  const rows: { consumer_group: string; topic: string; position: string; end: string }[] = await bus.query(
    `SELECT o.consumer_group, o.topic, o.next_offset AS position, t.next_offset AS end
     FROM bus_offset o JOIN bus_topic t USING (topic) ORDER BY o.consumer_group, o.topic`,
  );
  const groups = Map.groupBy(rows, (row) => row.consumer_group);
  return new Map([...groups].map(([group, of]) => [group, of.map((row) => placeOf(row))]));
}

const placeOf = (row: { topic: string; position: string; end: string }): PartitionPlace => ({
  topic: row.topic,
  partition: 0,
  position: BigInt(row.position),
  end: BigInt(row.end),
});
