import { type BenchCall, saturate } from '../admission/callers.js';
import { residentMb } from '../admission/processor-time.js';
import { figure, type Row } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const CONNECTIONS = 64;
const MOST = { gatewayMb: 170, standaloneMb: 300, afterFloodMb: 400 };
const BACK_WITHIN_S = 60;
const REFUSED = JSON.stringify({ transcript: `1\n99:99 --> x\n${'a'.repeat(4_800_000)}` });
const REFUSALS = 50;
const AT_ONCE = 3;
const IDLE_MS = 3_000;

/** Measures resident memory: idle, right after load, and of standalone after a flood of refused transcripts. */
export async function footprint(stage: Stage): Promise<Findings> {
  const { isShort, roundSeconds } = stage.size;
  const [product, standalone] = [await stage.product(), await stage.standalone()];
  const seconds = isShort ? 2 : roundSeconds * 5;
  await pause(IDLE_MS);
  const pids = Object.entries(product.running.copies).map(([service, [first]]) => [service, first.pid!] as const);
  const idle = pids.map(([, pid]) => residentMb(pid));
  const standalonePid = standalone.process.pid!;
  const standaloneIdle = residentMb(standalonePid);
  await saturate(product.calls, CONNECTIONS, seconds);
  const loaded = pids.map(([, pid]) => residentMb(pid));
  await saturate(standalone.calls, CONNECTIONS, seconds);
  const standaloneLoaded = residentMb(standalonePid);
  const peak = await flood(standalone.calls, isShort ? 10 : REFUSALS, () => residentMb(standalonePid));
  const { backMb, afterS } = await back(standalonePid, isShort ? 5 : BACK_WITHIN_S);
  const cell = (mb: number) => figure([mb]);
  const rows: Row[] = pids.map(([service], at) => ({
    name: service,
    cells: [cell(idle[at]), cell(loaded[at]), '', ''],
  }));
  rows.push({ name: 'standalone', cells: [standaloneIdle, standaloneLoaded, peak, backMb].map(cell) });
  const gatewayMb = loaded[pids.findIndex(([service]) => service === 'gateway')];
  return {
    tables: [
      { title: 'Resident MB', columns: ['idle', 'after load', 'most in the flood', `${afterS} s after it`], rows },
    ],
    bars: [
      {
        what: `the gateway holds ${gatewayMb.toFixed(0)} MB under load (at most ${MOST.gatewayMb})`,
        isMet: gatewayMb <= MOST.gatewayMb,
      },
      {
        what: `standalone holds ${standaloneIdle.toFixed(0)} MB idle, without Postgres (at most ${MOST.standaloneMb})`,
        isMet: standaloneIdle <= MOST.standaloneMb,
      },
      {
        what: `standalone holds ${backMb.toFixed(0)} MB ${afterS} s after the flood (at most ${MOST.afterFloodMb})`,
        isMet: backMb <= MOST.afterFloodMb,
      },
    ],
  };
}

/**
 * Sends transcripts that are refused, three in parallel. They come from several accounts in turn, because an account that has used up its budget of
 * uncharged processor time is refused before its transcript is read (LIMIT-13). Returns the most memory that the process held, in MB.
 */
async function flood(calls: BenchCall[], refusals: number, heldMb: () => number): Promise<number> {
  let [left, most] = [refusals, 0];
  const goOn = async () => {
    while (left-- > 0) {
      const { url, headers } = calls[left % calls.length];
      const answer = await fetch(url, { method: 'POST', headers, body: REFUSED });
      await answer.arrayBuffer();
      if (answer.ok) throw new Error('a bad transcript was not refused');
      most = Math.max(most, heldMb());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return most;
}

/** The memory in MB as soon as it is below the bar, or at the end of the time. */
async function back(pid: number, withinS: number): Promise<{ backMb: number; afterS: number }> {
  for (let afterS = 0; ; afterS++) {
    const backMb = residentMb(pid);
    if (backMb <= MOST.afterFloodMb || afterS === withinS) return { backMb, afterS };
    await pause(1_000);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
