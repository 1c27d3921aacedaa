import { HASH_COST } from './password-hashing.js';
import { Passwords } from './passwords.provider.js';

describe('hashing of passwords', () => {
  const passwords = new Passwords(false, HASH_COST.full);

  it('makes salted argon2id PHC strings that only the same password matches', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'correct horse')).toBe(true);
    expect(await passwords.verify(one, 'correct horsf')).toBe(false);
  });

  it('reads a hash that another argon2 implementation made', async () => {
    const reference = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await passwords.verify(reference, 'password')).toBe(true);
  });

  it('accepts the composed and the decomposed spelling of one password', async () => {
    expect(await passwords.verify(await passwords.hash('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true);
  });

  it('skips a hash that is no longer wanted when its turn comes', async () => {
    let asked = 0;
    const unwanted = () => {
      asked += 1;
      return Promise.reject(new Error('no longer wanted'));
    };
    const all = Array.from({ length: 100 }, () => passwords.hash('correct horse', undefined, unwanted));
    for (const one of await Promise.allSettled(all)) expect(one.status).toBe('rejected');
    expect(asked).toBe(100);
    expect(await passwords.verify(await passwords.hash('correct horse'), 'correct horse')).toBe(true);
  });

  it('matches no password for an account that does not exist', async () => {
    expect(await passwords.verify(null, 'anything')).toBe(false);
  });

  it('serves addresses in turn, so that a flood from one of them delays nobody else', async () => {
    const done: string[] = [];
    const hash = (asker: string) => passwords.hash('correct horse', asker).then(() => done.push(asker));
    const flood = Array.from({ length: 20 }, () => hash('198.51.100.7'));
    await Promise.all([...flood.slice(0, 1), hash('203.0.113.9')]);
    expect(done.filter((asker) => asker === '198.51.100.7').length).toBeLessThan(6);
    await Promise.all(flood);
  });

  it('computes two at a time while a hundred wait; more are refused immediately, and the others get their hash', async () => {
    const own = new Passwords(false, HASH_COST.full);
    const all = await Promise.allSettled(Array.from({ length: 103 }, () => own.hash('correct horse')));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.kind, reason.code])).toEqual([['unavailable', 'busy']]);
  }, 60_000);
});
