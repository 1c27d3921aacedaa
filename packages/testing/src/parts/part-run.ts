import { spawn } from 'node:child_process';
import type { Part } from './part.js';

/** As failed-tests.reporter.mjs writes it; jest's reporters are no part of the build. */
const FAILED_LINE = 'FAILED TEST  ';

/** How a part ended. */
export interface PartResult {
  name: string;
  seconds: number;
  ok: boolean;
  passed: number;
  failed: number;
  /** `file: test` of each that failed; a part that failed otherwise names itself. */
  failures: string[];
}

/** Runs a part to its end, showing what it prints. */
export async function runPart(part: Part, environment: NodeJS.ProcessEnv): Promise<PartResult> {
  const startedMs = Date.now();
  const { code, output } = await run(part.command, environment);
  const { passed, failed } = countTests(output);
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const failures = failuresOf(output);
  if (code !== 0 && failures.length === 0)
    failures.push(`part ${part.name}: ended with ${code ?? 'a signal'}, and no test failed`);
  // A part that broke down before jest could count is one failure.
  return {
    name: part.name,
    seconds,
    ok: code === 0,
    passed,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures,
  };
}

/** Adds up jest's closing lines; a part that is not jest counts as one test. */
export function countTests(output: string): { passed: number; failed: number } {
  const lines = [...output.matchAll(/^Tests:\s+(.*)$/gm)].map(([, text]) => text);
  if (lines.length === 0) return { passed: /PART OK/.test(output) ? 1 : 0, failed: 0 };
  const sum = (word: string) =>
    lines.reduce((total, text) => total + Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0), 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** What the reporter told of the tests that failed. */
function failuresOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(FAILED_LINE))
    .map((line) => line.slice(FAILED_LINE.length));
}

function run(command: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-euc', command], { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        process.stdout.write(chunk);
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}
