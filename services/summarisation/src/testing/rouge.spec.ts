import { rouge, tokens } from './rouge.js';

describe('our ROUGE', () => {
  it('is 100 for the same text and 0 for texts without a common word', () => {
    expect(rouge(['The cat sat.', 'It slept.'], ['The cat sat.', 'It slept.'])).toEqual({
      r1: 100,
      r2: 100,
      rL: 100,
      rLsum: 100,
    });
    expect(rouge(['The cat sat.'], ['Dogs run far.'])).toEqual({ r1: 0, r2: 0, rL: 0, rLsum: 0 });
  });

  it('is 0 where either side is empty, and never NaN', () => {
    expect(rouge([], [])).toEqual({ r1: 0, r2: 0, rL: 0, rLsum: 0 });
    expect(rouge([''], ['one word'])).toEqual({ r1: 0, r2: 0, rL: 0, rLsum: 0 });
    expect(rouge(['one'], ['one'])).toEqual({ r1: 100, r2: 0, rL: 100, rLsum: 100 });
  });

  it('counts a repeated word only as often as the reference says it', () => {
    // 1 of 4 against 1 of 2: precision 1/4, recall 1/2, F1 = 2/6.
    expect(rouge(['cat cat cat cat'], ['cat dog']).r1).toBeCloseTo(100 / 3, 10);
  });

  it('agrees with a worked example of bigrams', () => {
    // police killed the gunman / police kill the gunman: after stemming all of it agrees.
    expect(rouge(['police killed the gunman'], ['police kill the gunman'])).toEqual({
      r1: 100,
      r2: 100,
      rL: 100,
      rLsum: 100,
    });
    // "the gunman" is the only common bigram of 3 and 3.
    expect(rouge(['the gunman kill police'], ['police kill the gunman']).r2).toBeCloseTo(100 / 3, 10);
  });

  it('counts in L only what comes in the same order in both whole texts', () => {
    // Either "police killed" or "the gunman", never both: 2 of 4 words.
    expect(rouge(['police killed the gunman'], ['the gunman police killed']).rL).toBeCloseTo(50, 10);
    // Sentence by sentence all of it is found.
    expect(rouge(['One two.', 'Three four.'], ['Three four.', 'One two.'])).toMatchObject({ rL: 50, rLsum: 100 });
  });

  it('joins the matches of several sentences in Lsum', () => {
    // Lin 2004: reference w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: the union is w1 w2 w3 w5.
    const score = rouge(['aa bb ff gg hh', 'aa cc hh ii ee'], ['aa bb cc dd ee']).rLsum;
    expect(score).toBeCloseTo((200 * 4) / 15, 10);
  });

  it('stems words longer than 3 letters only and ignores case and marks', () => {
    expect(tokens("Cats' RUNNING, his (bus) 1,000")).toEqual(['cat', 'run', 'his', 'bus', '1', '000']);
  });
});
