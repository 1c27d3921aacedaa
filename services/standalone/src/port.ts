import { type AddressInfo, createServer } from 'node:net';

/** Finds out before anything is started whether the port is to be had; 0 chooses a free one. */
export async function choosePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, () => resolve((probe.address() as AddressInfo).port));
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use. Stop what uses it, or choose another: make start PORT=8081`, { cause: error });
  } finally {
    probe.close();
  }
}
