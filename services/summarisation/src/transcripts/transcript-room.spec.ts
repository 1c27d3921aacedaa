import { TranscriptRoom } from './transcript-room.js';

describe('the room for supplied transcripts (LIMIT-8)', () => {
  const done = async () => 'done';

  it('refuses a transcript that does not fit as overloaded, and has room again when work has ended or failed', async () => {
    const room = new TranscriptRoom(100);
    const gate = Promise.withResolvers<string>();
    const held = ['a', 'b', 'c', 'd'].map((account) => room.run(account, 25, () => gate.promise));
    await expect(room.run('e', 1, done)).rejects.toMatchObject({ kind: 'unavailable', code: 'overloaded' });
    gate.reject(new Error('failed'));
    for (const one of held) await expect(one).rejects.toThrow('failed');
    await expect(room.run('e', 25, done)).resolves.toBe('done');
  });

  it('gives one account at most a quarter, but always accepts one transcript', async () => {
    const room = new TranscriptRoom(100);
    const gate = Promise.withResolvers<string>();
    const held = room.run('a', 60, () => gate.promise);
    await expect(room.run('a', 1, done)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(room.run('b', 40, done)).resolves.toBe('done');
    gate.resolve('done');
    await held;
    await expect(room.run('a', 1, done)).resolves.toBe('done');
  });
});
