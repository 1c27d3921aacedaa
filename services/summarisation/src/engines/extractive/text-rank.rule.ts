/**
 * Rule (decision 23; research 4.3): a unit matters as much as the units that share its words matter (TextRank).
 * Factorised form of its matrix, W = D·B·Bᵀ·D without the diagonal, B = unit × term (0/1), D = 1/ln(words + 2):
 * one round costs the number of terms said, not the square of the units, so five hours need no cap.
 */
import type { TermIndex } from './term.rule.js';

const DAMPING = 0.85;
/** With a focus half of every round starts again at the units that speak of it. */
const FOCUSED_DAMPING = 0.5;
const ROUNDS = 30;
const ENOUGH = 1e-6;

/** The rank of each unit, largest 1. `bias[u]` >= 0 says where a round starts again (undefined: everywhere alike). */
export function textRank(index: TermIndex, wordCounts: readonly number[], bias?: Float64Array): Float64Array {
  const units = index.ofUnit.length;
  const d = Float64Array.from(wordCounts, (count) => 1 / Math.log(count + 2));
  const linked = index.ofUnit.map((ids) => ids.filter((id) => index.weight[id] > 0));
  const sums = new Float64Array(index.weight.length);
  const outflow = apply(linked, d, new Float64Array(units).fill(1), sums);
  const start = normalised(bias ?? new Float64Array(units).fill(1));
  const damping = bias ? FOCUSED_DAMPING : DAMPING;
  let rank: Float64Array = start;
  const share = new Float64Array(units);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let u = 0; u < units; u += 1) share[u] = outflow[u] > 0 ? rank[u] / outflow[u] : 0;
    const flow = apply(linked, d, share, sums);
    let moved = 0;
    for (let u = 0; u < units; u += 1) {
      flow[u] = (1 - damping) * start[u] + damping * flow[u];
      moved += Math.abs(flow[u] - rank[u]);
    }
    rank = flow;
    if (moved < ENOUGH) break;
  }
  const top = rank.reduce((a, b) => Math.max(a, b), 0);
  return top > 0 ? rank.map((value) => value / top) : rank;
}

/** W·x; `sums` is scratch of one number per term. Plain loops: this is run for every word of hours of speech, 30 times. */
function apply(linked: readonly Int32Array[], d: Float64Array, x: Float64Array, sums: Float64Array): Float64Array {
  const result = new Float64Array(linked.length);
  sums.fill(0);
  for (let u = 0; u < linked.length; u += 1) {
    const ids = linked[u];
    const give = d[u] * x[u];
    for (let at = 0; at < ids.length; at += 1) sums[ids[at]] += give;
  }
  for (let u = 0; u < linked.length; u += 1) {
    const ids = linked[u];
    let sum = -d[u] * x[u] * ids.length;
    for (let at = 0; at < ids.length; at += 1) sum += sums[ids[at]];
    // The diagonal is subtracted in floating point: a unit linked to none must not get a trace below zero.
    result[u] = d[u] * Math.max(0, sum);
  }
  return result;
}

function normalised(values: Float64Array): Float64Array {
  const sum = values.reduce((a, b) => a + b, 0);
  return sum > 0 ? values.map((value) => value / sum) : values.fill(1 / Math.max(1, values.length));
}
