import { type AddressInfo, createServer } from 'node:net';

/** Checks before anything is started whether the port is free; 0 chooses a free one. */
export async function choosePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, () => resolve((probe.address() as AddressInfo).port));
    });
  } catch (error) {
    throw new Error(problem((error as NodeJS.ErrnoException).code, host, port) ?? (error as Error).message, {
      cause: error,
    });
  } finally {
    probe.close();
  }
}

function problem(code: string | undefined, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or choose another: make start PORT=${port === 8081 ? 8082 : 8081}`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose one above 1023: make start PORT=8080`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${JSON.stringify(host)} is no address of this machine.`;
  return undefined;
}
