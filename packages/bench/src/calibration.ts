/**
 * CPU milliseconds of a fixed amount of arithmetic. Figures are divided by it, so that two machines, or one machine on a busy day, can be compared.
 * A change of the loop invalidates all earlier ratios.
 */
export function calibrationCpuMs(): number {
  const before = process.cpuUsage();
  let state = 1;
  let sum = 0;
  for (let round = 0; round < 30_000_000; round += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    sum += Math.sqrt(state >>> 0);
  }
  // The sum is used, because the compiler could otherwise remove the loop.
  if (!(sum > 0)) throw new Error('calibration loop did not run');
  return cpuMsSince(before);
}

/** CPU milliseconds, user and system, that this process has used since `before`. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

/** The median of `values`. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
