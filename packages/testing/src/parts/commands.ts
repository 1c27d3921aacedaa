import { spawn } from 'node:child_process';

/** The result of a part's command. */
export interface CommandResult {
  name: string;
  seconds: number;
  code: number | null;
  output: string;
}

/** Runs the commands of parts in sequence. Their output is collected, so that it does not mix with that of others. */
export async function runCommands(
  commands: { name: string; command: string }[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  isInterrupted: () => boolean,
): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const { name, command } of commands) {
    if (isInterrupted()) break;
    const startedMs = performance.now();
    const { code, output } = await run(command, cwd, env);
    results.push({ name, seconds: (performance.now() - startedMs) / 1_000, code, output });
  }
  return results;
}

function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euc', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}
