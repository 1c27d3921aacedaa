import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './database.js';
import { createLogger } from './logger.js';
import { startWhenPossible } from './run-service.js';

let folder: string;
let attempts: number;
let server: Server;
let stopping: AbortController;

/** Answers every attempt to connect as Postgres does when it lets nobody in. */
async function refuseWith(code: string): Promise<void> {
  const fields = Buffer.from(['SFATAL', 'VFATAL', `C${code}`, 'Mno', '', ''].join('\0'));
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  server = createServer((socket) => {
    attempts++;
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, fields])));
    if (attempts === 2) stopping.abort(new Error('tried again'));
  }).listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
}

const start = () =>
  startWhenPossible(
    () => openDatabase({ url: `postgres://test@/test?host=${folder}`, migrations: [] }),
    stopping.signal,
    createLogger('test', 'silent'),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  attempts = 0;
  stopping = new AbortController();
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('a start', () => {
  it.each(['57P03', '25006'])('is repeated while the database answers %s', async (code) => {
    await refuseWith(code);
    await expect(start()).rejects.toThrow('tried again');
    expect(attempts).toBe(2);
  });

  it('fails with the reason when something between it and the database refuses our settings', async () => {
    await refuseWith('08P01');
    await expect(start()).rejects.toMatchObject({ code: '08P01' });
    expect(attempts).toBe(1);
  });
});
