import { isActionKind, isOperatorText } from './operator.rule.js';

describe('the name and reason of an operator', () => {
  it.each(['o', 'Ole', 'asked by the owner: ticket 12', 'ä'.repeat(200), '😀'.repeat(200)])('may be %j', (text) => {
    expect(isOperatorText(text)).toBe(true);
  });

  it.each(['', 'x'.repeat(201), 'a\nb', 'a\0', '\u0085'])('may not be %j', (text) => {
    expect(isOperatorText(text)).toBe(false);
  });

  it.each(['term-granted', 'events-replayed', 'x1'])('is of the kind %s', (kind) => {
    expect(isActionKind(kind)).toBe(true);
  });

  it.each(['', 'Term', 'a--b', '-a', 'a b', 'a'.repeat(41)])('is not of the kind %j', (kind) => {
    expect(isActionKind(kind)).toBe(false);
  });
});
