/**
 * `make bench` runs every measurement, or those of ONLY=name,name. ROUNDS, ROUND_SECONDS, ACCOUNTS and GATEWAYS change the size. SHORT=1 takes two
 * minutes and shows that everything runs, but not how fast. COMPARE=folder adds the product of another built checkout. Writes bench.md and
 * bench.json into OUT. Exits with 1 when a bar is missed; a short run only when a count is wrong.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Findings } from './measurement.js';
import { lineOf, markdownOf } from './figures.js';
import { MEASUREMENTS } from './measurements.js';
import { Stage } from './stage.js';

const { ONLY, COMPARE, OUT, SHORT } = process.env;
const isShort = Boolean(SHORT);
const size = {
  rounds: Number(process.env.ROUNDS || (isShort ? 1 : 7)),
  roundSeconds: Number(process.env.ROUND_SECONDS || (isShort ? 1 : 3)),
  accounts: Number(process.env.ACCOUNTS || (isShort ? 4 : 32)),
  gateways: Number(process.env.GATEWAYS || (isShort ? 2 : 4)),
  isShort,
};
const names = ONLY ? ONLY.split(',') : MEASUREMENTS.map(({ name }) => name);
const unknown = names.filter((name) => !MEASUREMENTS.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(`No measurement ${unknown.join(', ')}; there are: ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const stage = new Stage(size, COMPARE);
const found: Record<string, Findings & { what: string; seconds: number }> = {};
const load = [loadavg()[0]];
const began = new Date();
try {
  for (const { name, what, run } of MEASUREMENTS.filter((one) => names.includes(one.name))) {
    const beganMs = performance.now();
    console.log(`\n## ${name}: ${what}\n`);
    // A failed measurement is a missed bar, and the others continue.
    const findings = await run(stage).catch((error: unknown) => {
      console.error(error);
      return { tables: [], bars: [{ what: `${name} runs: ${String(error)}`, isMet: false, isCount: true as const }] };
    });
    found[name] = { what, seconds: Math.round((performance.now() - beganMs) / 1_000), ...findings };
    load.push(loadavg()[0]);
    findings.tables.forEach((table) => console.log(markdownOf(table)));
    findings.bars.forEach((bar) => console.log(lineOf(bar)));
  }
} finally {
  await stage.close();
}

const about = {
  began: began.toISOString(),
  seconds: Math.round((Date.now() - began.getTime()) / 1_000),
  node: process.version,
  processors: `${cpus().length} x ${cpus()[0].model.trim()}`,
  load: load.map((one) => Number(one.toFixed(1))),
  ...size,
};
const folder = OUT || 'node_modules/.cache/precis-bench';
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'bench.json'), JSON.stringify({ about, measurements: found }, undefined, 2));
const sections = Object.entries(found).map(
  ([name, { what, tables, bars }]) =>
    `## ${name}: ${what}\n\n${tables.map(markdownOf).join('\n')}\n${bars.map((bar) => `- ${lineOf(bar)}`).join('\n')}\n`,
);
writeFileSync(join(folder, 'bench.md'), `# Bench\n\n\`${JSON.stringify(about)}\`\n\n${sections.join('\n')}`);
console.log(`\n${join(folder, 'bench.md')} and bench.json; ${about.seconds} s, load average ${about.load.join(', ')}`);
process.exitCode = Object.values(found).some(({ bars }) =>
  bars.some(({ isMet, isCount }) => !isMet && (isCount || !isShort)),
)
  ? 1
  : 0;
