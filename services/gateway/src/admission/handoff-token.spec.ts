import { isHandoffToken } from './handoff-token.js';

const token = (header: unknown) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.AAAA`;

describe('a bearer token', () => {
  it('is recognised as a handoff token by its header alone', () => {
    expect(isHandoffToken(token({ alg: 'EdDSA', typ: 'handoff+jwt' }))).toBe(true);
    expect(isHandoffToken(token({ alg: 'EdDSA', typ: 'session+jwt' }))).toBe(false);
  });

  it.each(['', '.', 'prc_abc', token(null), token('handoff+jwt'), token([]), token(7), '\u0000.\u0000'])(
    'is no handoff token when it is %j',
    (text) => {
      expect(isHandoffToken(text)).toBe(false);
    },
  );
});
