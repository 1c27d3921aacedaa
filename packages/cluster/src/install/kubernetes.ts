import { execFile } from 'node:child_process';

const LIMIT_MS = 300_000;

/** Any Kubernetes object in its JSON form. */
export type KubernetesObject = ReturnType<typeof JSON.parse>;

/** A program ended with a non-zero code; `output` is everything that it printed. */
export class CommandError extends Error {
  constructor(
    words: string[],
    readonly output: string,
  ) {
    super(`${words.slice(0, 4).join(' ')} failed: ${output.trim().slice(-3_000)}`);
  }
}

/** Runs a program of the cluster; returns its standard output. */
export function command(words: string[], input?: string, limitMs = LIMIT_MS): Promise<string> {
  const [program, ...rest] = words;
  return new Promise((resolve, reject) => {
    const options = { timeout: limitMs, maxBuffer: 50_000_000 };
    const child = execFile(program, rest, options, (error, stdout, stderr) =>
      error ? reject(new CommandError(words, `${stdout}${stderr}`)) : resolve(stdout),
    );
    // A program that does not read its input has not failed: its exit code decides.
    child.stdin!.on('error', () => undefined).end(input ?? '');
  });
}

/** Runs kubectl; returns its standard output. Rejects with a CommandError. */
export const kubectl = (...words: string[]) => command(['kubectl', ...words]);

/** Creates or changes objects (server-side apply), and takes over fields that others manage. */
export async function apply(...objects: object[]): Promise<void> {
  const list = { apiVersion: 'v1', kind: 'List', items: objects };
  await command(['kubectl', 'apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify(list));
}
