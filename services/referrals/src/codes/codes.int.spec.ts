import { randomUUID } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { deleted } from '../testing/facts.js';
import { ReferralsWorld } from '../testing/referrals-world.js';
import { GetCode } from './get-code.usecase.js';

let world: ReferralsWorld;
beforeAll(async () => void (world = await ReferralsWorld.start()));
afterAll(() => world?.close());
const gateway = () => world.running.as('gateway');
const codeOf = async (accountId: string) => (await gateway().getCode({ accountId })).code;

/**
 * A proxy that passes requests and cuts the connection when the service answers with headers (HTTP/2 frame 1): the service has committed, and the
 * client gets no answer.
 */
async function cuttingLine(folder: string): Promise<Server> {
  const line = createServer((client) => {
    const service = createConnection(join(folder, 's'));
    for (const socket of [client, service]) socket.on('error', () => undefined);
    client.pipe(service);
    service.on('data', (chunk: Buffer) => {
      for (let at = 0; at + 9 <= chunk.length; at += 9 + chunk.readUIntBE(at, 3)) {
        if (chunk[at + 3] !== 1) continue;
        service.destroy();
        client.destroy();
        return;
      }
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => line.listen(join(folder, 'cut'), resolve));
  return line;
}

describe('the code of an account (REF-11)', () => {
  it('is made at the first call and kept, also for 20 simultaneous first calls', async () => {
    const accountId = randomUUID();
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(accountId)));
    expect(new Set([...codes, await codeOf(accountId)]).size).toBe(1);
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('is the same when the answer of the first call was lost', async () => {
    const accountId = randomUUID();
    const line = await cuttingLine(world.running.folder);
    try {
      await expect(world.running.as('gateway', undefined, 'cut').getCode({ accountId })).rejects.toMatchObject({
        kind: 'unavailable',
      });
      const [{ code }] = await world.outside.query('SELECT code FROM accounts WHERE account_id = $1', [accountId]);
      expect(await codeOf(accountId)).toBe(code);
    } finally {
      line.close();
    }
  });

  it('that exists is returned while its row is locked, without a write', async () => {
    const accountId = randomUUID();
    const code = await codeOf(accountId);
    const version = async () =>
      world.outside.query('SELECT xmin, ctid FROM accounts WHERE account_id = $1', [accountId]);
    const before: unknown = await version();
    await world.outside.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM accounts WHERE account_id = $1 FOR UPDATE', [accountId]);
      expect(await codeOf(accountId)).toBe(code);
    });
    expect(await version()).toEqual(before);
  });

  it('is drawn again when the first one is taken', async () => {
    const taken = Buffer.alloc(10, 5);
    const free = Buffer.alloc(10, 6);
    const draws = [taken, taken, free];
    const getCode = new GetCode(world.outside, new AccountsRepository());
    expect(await getCode.execute(randomUUID(), () => taken)).toBe('5555555555');
    expect(await getCode.execute(randomUUID(), () => draws.shift()!)).toBe('6666666666');
    await expect(getCode.execute(randomUUID(), () => taken)).rejects.toThrow();
  });

  it('is deleted with its account, which gets no new one', async () => {
    const { id, code } = await world.referrer();
    await world.tell([deleted(id)], 2);
    await expect(codeOf(id)).rejects.toMatchObject({ kind: 'not_found', code: 'account_unknown' });
    expect(await gateway().checkCode({ code })).toEqual({ known: false });
  });

  it('is known in any spelling, and no other text is', async () => {
    const code = await codeOf(randomUUID());
    for (const typed of [code, ` ${code.toLowerCase()} `, code.replaceAll('0', 'o').replaceAll('1', 'l')])
      expect(await gateway().checkCode({ code: typed })).toEqual({ known: true });
    for (const typed of ['', 'ZZZZZZZZZZ', 'x'.repeat(10_000), `${code}0`, '\u0000'])
      expect(await gateway().checkCode({ code: typed })).toEqual({ known: false });
  });

  it.each(['', 'a b\n', 'x'.repeat(65)])('is refused for a malformed account id: %j', async (accountId) => {
    await expect(codeOf(accountId)).rejects.toMatchObject({ kind: 'invalid', code: 'account_id_invalid' });
  });
});
