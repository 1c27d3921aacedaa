import type { Contender } from '../admission/contender.js';
import type { Round } from '../admission/callers.js';
import { type Figure, figure, sum } from '../figures.js';

/** The results of one contender in the rounds of one case. */
export interface Seen {
  name: string;
  /** Microseconds of processor time per call, by part. */
  parts: Record<string, Figure>;
  /** The sum of all its parts. */
  together: Figure;
  perSecond: Figure;
  /** Percentage of the calls that were refused as too many. */
  refused: Figure;
  p50: Figure;
  p99: Figure;
}

/** Runs a case on all contenders in turn, round by round, so that a busy moment of the machine affects all of them. The first round is a warm-up. */
export async function inTurn(
  contenders: Contender[],
  rounds: number,
  run: (contender: Contender) => Promise<Round>,
): Promise<Seen[]> {
  const seen = contenders.map(() => ({
    parts: {} as Record<string, number[]>,
    perSecond: [] as number[],
    refused: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
  }));
  for (let round = -1; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const before = contender.usedUs();
      const { calls, refused, seconds, latenciesMs } = await run(contender);
      const after = contender.usedUs();
      if (round < 0) continue;
      const own = seen[index];
      for (const [part, used] of Object.entries(after)) (own.parts[part] ??= []).push((used - before[part]) / calls);
      own.perSecond.push((calls - refused) / seconds);
      own.refused.push((100 * refused) / calls);
      own.p50.push(latenciesMs[Math.floor(calls * 0.5)]);
      own.p99.push(latenciesMs[Math.floor(calls * 0.99)]);
    }
  }
  return seen.map(({ parts, perSecond, refused, p50, p99 }, index) => {
    const figures = Object.fromEntries(Object.entries(parts).map(([part, values]) => [part, figure(values)]));
    return {
      name: contenders[index].name,
      parts: figures,
      together: sum(Object.values(figures)),
      perSecond: figure(perSecond),
      refused: figure(refused, 1),
      p50: figure(p50, 2),
      p99: figure(p99, 2),
    };
  });
}
