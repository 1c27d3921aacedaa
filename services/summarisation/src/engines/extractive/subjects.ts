import type { TermIndex } from './terms.js';

/** This many blocks show where a video of several subjects changes. With more, each would have so few units that their likeness is chance. */
const MOST_BLOCKS = 16;
const UNITS_PER_BLOCK = 12;
/** The least newness. In a video of one subject, everything is said in the same words. */
const LEAST = 0.1;

/**
 * Compares the stretches of a video by subject, so that an overview of three subjects can name all three even when one takes most of the time.
 * Blocks have equal length and are compared by the terms that not every block has (tf-idf, cosine). Visits each unit once.
 */
export class Subjects {
  private readonly blocks: Float64Array[];

  constructor(
    private readonly units: number,
    index: TermIndex,
  ) {
    const count = Math.max(1, Math.min(MOST_BLOCKS, Math.floor(units / UNITS_PER_BLOCK)));
    const blocks = Array.from({ length: count }, () => new Float64Array(index.weight.length));
    for (let unit = 0; unit < units; unit += 1) {
      const block = blocks[Math.floor((unit * count) / units)];
      for (const id of index.ofUnit[unit]) block[id] += 1;
    }
    const idf = new Float64Array(index.weight.length);
    for (const block of blocks) for (let id = 0; id < idf.length; id += 1) if (block[id] > 0) idf[id] += 1;
    for (let id = 0; id < idf.length; id += 1) idf[id] = index.weight[id] > 0 ? Math.log(count / idf[id]) : 0;
    for (const block of blocks) for (let id = 0; id < idf.length; id += 1) block[id] = Math.sqrt(block[id]) * idf[id];
    this.blocks = blocks;
  }

  /** How different the stretch around `unit` is from those of `chosen`: from 1 down to 0.1; 1 when nothing is chosen or the video is short. */
  newness(unit: number, chosen: readonly number[]): number {
    if (this.blocks.length === 1) return 1;
    const own = this.blockOf(unit);
    const likeness = chosen.reduce((most, other) => Math.max(most, this.likeness(own, this.blockOf(other))), 0);
    return Math.max(LEAST, (1 - likeness) ** 2);
  }

  private readonly known = new Map<number, number>();

  private likeness(a: number, b: number): number {
    if (a === b) return 1;
    const key = a * MOST_BLOCKS + b;
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = cosine(this.blocks[a], this.blocks[b])));
    return found;
  }

  private blockOf(unit: number): number {
    return Math.min(this.blocks.length - 1, Math.floor((unit * this.blocks.length) / this.units));
  }
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    product += a[at] * b[at];
    left += a[at] * a[at];
    right += b[at] * b[at];
  }
  return left > 0 && right > 0 ? product / Math.sqrt(left * right) : 0;
}
