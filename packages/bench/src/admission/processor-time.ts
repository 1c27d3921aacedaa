import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;

/** Microseconds of processor time that a process has used; with `withChildren`, including all children, also those that have ended. */
export function processorTimeUs(pid: number, withChildren = false): number {
  const own = statOf(pid);
  if (!own) throw new Error(`process ${pid} is gone`);
  if (!withChildren) return own.usedUs;
  const children = childrenOf(pid).map((child) => statOf(child)?.usedUs ?? 0);
  return own.usedUs + own.endedUs + children.reduce((sum, usedUs) => sum + usedUs, 0);
}

/** The processes whose parent is this one. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((one) => statOf(one)?.parent === pid);
}

/** Megabytes of memory that a process holds now. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1_024;
}

function statOf(pid: number): { parent: number; usedUs: number; endedUs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (...at: number[]) => at.reduce((sum, one) => sum + Number(fields[one]), 0) * TICK_US;
    return { parent: Number(fields[1]), usedUs: ticks(11, 12), endedUs: ticks(13, 14) };
  } catch {
    return undefined;
  }
}
