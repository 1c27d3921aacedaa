import { HASH_COST, hashCostOf } from './password-hashing.js';

describe('the cost of a password hash (ACC-11)', () => {
  it.each(['https://precis.example', 'http://127.0.0.1.example', 'http://192.168.1.9:8080'])(
    'is never light where PUBLIC_URL is %s',
    (PUBLIC_URL) => {
      expect(() => hashCostOf({ PASSWORD_HASHING: 'light', PUBLIC_URL })).toThrow('PASSWORD_HASHING');
      expect(hashCostOf({ PASSWORD_HASHING: 'full', PUBLIC_URL })).toEqual(HASH_COST.full);
    },
  );

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'may be light where PUBLIC_URL is %s',
    (PUBLIC_URL) => {
      expect(hashCostOf({ PASSWORD_HASHING: 'light', PUBLIC_URL })).toEqual(HASH_COST.light);
    },
  );
});
