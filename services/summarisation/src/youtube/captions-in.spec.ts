import { captionsIn } from './captions-in.js';

const kindOf = (body: string) => captionsIn({ body, language: 'en', isGenerated: true }).kind;
const SPOKEN = '{"tStartMs":1,"dDurationMs":1,"segs":[{"utf8":"hello"}]}';

describe('a caption body', () => {
  it.each([
    ['objects', `{"events":[${'{},'.repeat(700_000)}${SPOKEN}]}`],
    ['arrays', `{"events":[${'[],'.repeat(700_000)}${SPOKEN}]}`],
    ['tags', `<transcript>${'<text start="1">a</text>'.repeat(350_000)}</transcript>`],
  ])('that begins more %s than a day of speech is not read: they would take the memory of everybody', (_, body) => {
    expect(kindOf(body)).toBe('unreadable');
  });

  it('of 250,000 words, each marked for itself, is read', () => {
    const words = Array.from({ length: 250_000 }, (_, at) => `{"utf8":"w${at} "}`).join(',');
    expect(kindOf(`{"events":[{"tStartMs":0,"segs":[${words}]}]}`)).toBe('segments');
  });
});
