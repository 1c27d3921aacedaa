import { call } from '../deployment/call.js';
import type { StandaloneProcess } from '../deployment/standalone-process.js';

/** Clients that continue through every outage of the server, and their observations. */
export class Load {
  answers = 0;
  sent = 0;
  open = 0;

  constructor(private readonly server: StandaloneProcess) {}

  /** Repeats a request until it is answered with 200; any other answer except a bad request is accepted. */
  async until200(path: string, body: unknown, headers: Record<string, string>): Promise<Record<string, any>> {
    for (;;) {
      const response = await this.once(path, body, headers);
      if (response?.status === 200) return response.body;
      if (response && [400, 401, 403, 404, 413, 422].includes(response.status))
        throw new Error(`${path} answered ${response.status}: ${JSON.stringify(response.body)}`);
      // While the server is down a refused connection fails at once, so a short wait is enough.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async once(
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, any> } | undefined> {
    this.open++;
    this.sent++;
    try {
      const answer = await call(this.server.url, 'POST', path, { body, headers });
      if (answer.status === 200) this.answers++;
      return answer;
    } catch {
      return undefined;
    } finally {
      this.open--;
    }
  }
}

/** Runs `work` for 0 to count - 1, `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** The process is killed after a random number of further answers, and only while calls are open. */
export async function killDuring(
  server: StandaloneProcess,
  load: Load,
  total: number,
  kills: number,
  random: () => number,
): Promise<number[]> {
  const restartMs: number[] = [];
  const stride = Math.max(1, Math.floor(total / (kills + 1)));
  for (let kill = 0; kill < kills; kill++) {
    const after = kill * stride + Math.floor(random() * stride);
    while (load.answers < after || load.open === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.kill();
    restartMs.push(await server.start());
  }
  return restartMs;
}
