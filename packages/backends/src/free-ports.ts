import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections, which could occupy the port of a killed broker. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Finds unused ports of 127.0.0.1. Another process may take one first, so callers must be able to ask again. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let attempt = 0; found.size < count && attempt < 1_000; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) found.add(port);
  }
  if (found.size < count) throw new Error(`There are no ${count} free ports from ${LOWEST} to ${HIGHEST}.`);
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
