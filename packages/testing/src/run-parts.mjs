import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Runs the parts of the test suite one by one and prints the seconds of each. `small` is `make test`, `full` is `make
 * test-full`, where each part may be named alone. A failing part does not keep the others from running.
 */
const [size, only] = process.argv.slice(2);
const parts = JSON.parse(readFileSync(new URL('./parts.json', import.meta.url), 'utf8'));
const chosen = only ? parts.filter((part) => part.name === only) : parts.filter((part) => size === 'full' || part.small !== false);
if (chosen.length === 0) {
  console.error(`No part is named ${only}. Parts: ${parts.map((part) => part.name).join(', ')}`);
  process.exit(2);
}

const results = [];
const totals = { passed: 0, failed: 0 };
for (const part of chosen) {
  console.log(`\n=== ${part.name}: ${part.what}`);
  const startedMs = Date.now();
  const { code, output } = await run(part.command);
  count(output);
  results.push({ name: part.name, seconds: Math.round((Date.now() - startedMs) / 1000), ok: code === 0 });
  if (code !== 0 && !/Tests:/.test(output)) totals.failed++;
}

console.log('\nSeconds of each part:');
for (const { name, seconds, ok } of results) console.log(`  ${String(seconds).padStart(5)}  ${name}${ok ? '' : '  FAILED'}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(results.every((result) => result.ok) ? 0 : 1);

function run(command) {
  return new Promise((resolve) => {
    const environment = { ...process.env, FULL: size === 'full' ? '1' : '', NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning' };
    const child = spawn('bash', ['-euc', command], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        process.stdout.write(chunk);
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Adds up jest's closing lines; a part that is not jest counts as one test. */
function count(output) {
  const lines = [...output.matchAll(/^Tests:\s+(.*)$/gm)];
  if (lines.length === 0) totals.passed += /PART OK/.test(output) ? 1 : 0;
  for (const [, text] of lines) {
    totals.passed += Number(/(\d+) passed/.exec(text)?.[1] ?? 0);
    totals.failed += Number(/(\d+) failed/.exec(text)?.[1] ?? 0);
  }
}
