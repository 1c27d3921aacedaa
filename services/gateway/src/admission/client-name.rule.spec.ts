import { clientNameOf } from './client-name.rule.js';

describe('client name', () => {
  it.each([
    [{ 'x-client-name': 'cursor', 'user-agent': 'node' }, 'cursor'],
    [{ 'user-agent': 'curl/8.5.0' }, 'curl/8.5.0'],
    [{ 'x-client-name': ' ', 'user-agent': 'curl/8.5.0' }, 'curl/8.5.0'],
    [{ 'x-client-name': 'a\u0000b\u001b[31mc' }, 'ab[31mc'],
    [{ 'x-client-name': 'x'.repeat(500) }, 'x'.repeat(64)],
    [{ 'x-client-name': ['a', 'b'] }, ''],
    [{ 'x-client-name': ' web playground ', 'user-agent': 'curl/8.5.0' }, 'curl/8.5.0'],
    [{ 'user-agent': 'web playground' }, ''],
    [{ 'user-agent': 'Web Playground' }, ''],
    [{}, ''],
  ])('of %j is %j', (headers, name) => {
    expect(clientNameOf(headers)).toBe(name);
  });

  /** The header value as Node decodes its bytes. */
  const sent = (bytes: string | number[]) => ({ 'x-client-name': Buffer.from(bytes as string).toString('latin1') });

  it.each([
    ['Café Übersicht', 'Café Übersicht'],
    ['要約クライアント', '要約クライアント'],
    ['Клиент 🚤 العميل', 'Клиент 🚤 العميل'],
    ['a\u202ecod\u200b\u2066e\ufeff', 'acode'],
    ['e\u0301clair', 'éclair'],
    ['\u200bweb play\u200bground\u2060', ''],
    [' tab\tand   spaces ', 'tab and spaces'],
    [`${'🚤'.repeat(100)}`, '🚤'.repeat(64)],
    [`${'é'.repeat(2_000)}`, 'é'.repeat(64)],
    [`a${'\u0316'.repeat(200)}b`, `a${'\u0316'.repeat(4)}b`],
  ])('keeps UTF-8 and loses invisible characters: %j becomes %j', (text, name) => {
    expect(clientNameOf(sent(text))).toBe(name);
  });

  it('keeps Latin-1 too', () => {
    expect(clientNameOf(sent([0x43, 0x61, 0x66, 0xe9]))).toBe('Café');
    expect(clientNameOf(sent([0x43, 0x61, 0x66, 0xc3]))).toBe('CafÃ');
  });
});
