import { greetingFor } from './greeting.rule.js';

describe('greeting', () => {
  it.each(['Ada', "Conan O'Brien", '王小明', 'Anne-Marie', 'José'])('uses the name %s', (name) => {
    expect(greetingFor(name)).toBe(`Hello ${name},`);
  });

  it.each([
    '',
    'visit evil.example',
    'http://evil',
    'win <b>now</b>',
    'call 555 1234',
    'x@y',
    'a'.repeat(61),
    'Ada\r\nBcc: x',
  ])('does not repeat %j', (name) => {
    expect(greetingFor(name)).toBe('Hello,');
  });
});
