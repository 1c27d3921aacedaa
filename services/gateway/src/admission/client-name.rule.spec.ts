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
    [{}, ''],
  ])('of %j is %j', (headers, name) => {
    expect(clientNameOf(headers)).toBe(name);
  });
});
