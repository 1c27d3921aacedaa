import { partitionOf } from './murmur2.js';
import { TOPICS } from '../catalogue/topics.js';

const PARTITIONS = new Map(TOPICS.map(({ name, partitions }) => [name, partitions]));

/** The partition to which the bus will give the key: a broker that is sick stops whole partitions, and nothing else. 0 in an undeclared topic. */
export function laneOf(topic: string, key: string): number {
  return partitionOf(key, PARTITIONS.get(topic) ?? 1);
}
