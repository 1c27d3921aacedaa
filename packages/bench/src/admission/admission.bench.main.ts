/**
 * What a summarise call of a stored summary costs in each process: contenders in turn, round by round, so that a busy moment of the machine
 * meets all of them. COMPARE=folder adds the product of another checkout, which must be built; ROUNDS, ROUND_SECONDS, ACCOUNTS and RATE change the size.
 */
import { keepRate, type Round, saturate } from './callers.js';
import { type Contender, startBare, startProduct } from './contender.js';

const ROUNDS = Number(process.env.ROUNDS || 7);
const SECONDS = Number(process.env.ROUND_SECONDS || 4);
const ACCOUNTS = Number(process.env.ACCOUNTS || 32);
const CONNECTIONS = 64;
const PER_SECOND = Number(process.env.RATE || 200);

const CASES: Record<string, (contender: Contender) => Promise<Round>> = {
  [`${CONNECTIONS} connections, ${ACCOUNTS} accounts`]: ({ calls }) => saturate(calls, CONNECTIONS, SECONDS),
  [`${CONNECTIONS} connections, 1 account`]: ({ calls }) => saturate(calls.slice(0, 1), CONNECTIONS, SECONDS),
  [`${PER_SECOND}/s, ${ACCOUNTS} accounts`]: ({ calls }) => keepRate(calls, PER_SECOND, SECONDS),
};

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const spread = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`;

const contenders: Contender[] = [await startProduct('this checkout', process.cwd(), ACCOUNTS)];
try {
  if (process.env.COMPARE) contenders.push(await startProduct('COMPARE', process.env.COMPARE, ACCOUNTS));
  contenders.push(await startBare(contenders[0].calls[0]));
  for (const [what, run] of Object.entries(CASES)) {
    const seen = contenders.map(() => ({
      parts: {} as Record<string, number[]>,
      perSecond: [] as number[],
      p50: [] as number[],
      p99: [] as number[],
    }));
    for (let round = -1; round < ROUNDS; round++) {
      for (const [index, contender] of contenders.entries()) {
        const before = contender.usedUs();
        const { calls, seconds, latenciesMs } = await run(contender);
        const after = contender.usedUs();
        // The first round warms up.
        if (round < 0) continue;
        const own = seen[index];
        const parts = Object.fromEntries(
          Object.entries(after).map(([part, used]) => [part, (used - before[part]) / calls]),
        );
        parts.together = Object.values(parts).reduce((sum, one) => sum + one, 0);
        for (const [part, perCall] of Object.entries(parts)) (own.parts[part] ??= []).push(perCall);
        own.perSecond.push(calls / seconds);
        own.p50.push(latenciesMs[Math.floor(calls / 2)]);
        own.p99.push(latenciesMs[Math.floor(calls * 0.99)]);
      }
    }
    console.log(`\n${what}: us of processor time per call, median of ${ROUNDS} rounds (least-most)`);
    contenders.forEach(({ name }, index) => {
      const { parts, perSecond, p50, p99 } = seen[index];
      const costs = Object.entries(parts).map(([part, values]) => `${part} ${spread(values)}`);
      console.log(
        `| ${name} | ${costs.join(' | ')} | calls/s ${spread(perSecond)} | p50 ms ${spread(p50, 1)} | p99 ms ${spread(p99, 1)} |`,
      );
    });
    const ratios = (part: string, of: number, to: number) =>
      spread(
        seen[of].parts[part].map((value, round) => value / seen[to].parts[part][round]),
        2,
      );
    if (contenders.length === 3)
      console.log(
        `this checkout / COMPARE, of each round: ${Object.keys(seen[0].parts)
          // Below a tick of the counters there is nothing to divide by.
          .filter((part) => seen[1].parts[part].every((value) => value > 0))
          .map((part) => `${part} ${ratios(part, 0, 1)}`)
          .join(', ')}`,
      );
    console.log(`gateway / bare Fastify, of each round: ${ratios('gateway', 0, contenders.length - 1)}`);
  }
} finally {
  for (const contender of contenders) await contender.close();
}
