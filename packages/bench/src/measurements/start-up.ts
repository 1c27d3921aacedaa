import { StandaloneProcess } from '@precis/e2e/deployment/standalone-process';
import { processorTimeUs } from '../admission/processor-time.js';
import { type Bar, figure, medianOf, type Row, shown } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const MOST_S = 1.5;

/** Measures the time from exec to /readyz 200, one process at a time while the others run; standalone on a used data folder. */
export async function startUp(stage: Stage): Promise<Findings> {
  const product = await stage.product();
  const rounds = Math.min(stage.size.rounds, 5);
  const rows: Row[] = [];
  const bars: Bar[] = [];
  const timed = async (name: string, start: () => Promise<unknown>, pid: () => number, end: () => Promise<unknown>) => {
    const seen = { seconds: [] as number[], cpu: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      await end();
      const beganMs = performance.now();
      await start();
      seen.seconds.push((performance.now() - beganMs) / 1_000);
      seen.cpu.push(processorTimeUs(pid()) / 1_000_000);
    }
    const took = figure(seen.seconds, 2);
    rows.push({ name, cells: [took, figure(seen.cpu, 2)] });
    bars.push({ what: `${name} is ready after ${shown(took)} s (at most ${MOST_S})`, isMet: medianOf(took) <= MOST_S });
  };
  for (const [name, [first]] of Object.entries(product.running.copies))
    await timed(
      name,
      () => first.start(),
      () => first.pid!,
      () => first.kill(),
    );
  const standalone = await StandaloneProcess.inFreshFolder();
  await timed(
    'standalone',
    () => standalone.start(),
    () => standalone.pid!,
    () => standalone.stop(),
  ).finally(() => standalone.discard());
  return { tables: [{ title: 'Seconds from exec to ready', columns: ['seconds', 'processor seconds'], rows }], bars };
}
