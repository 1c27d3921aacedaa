import { cleanTranscript } from '../engines/extractive/clean-transcript.js';
import { MUTATIONS, type VerificationCase, verificationCases } from '../testing/verification-cases.js';
import { verifySentences } from './verify-sentences.js';

const cases = verificationCases();

function rejected(of: readonly VerificationCase[]): number {
  const refused = of.filter((one) => {
    const { lines, language } = one.video;
    return (
      verifySentences([one], cleanTranscript(lines), language, lines[lines.length - 1].startMs + 5_000)[0].reasons
        .length > 0
    );
  });
  return refused.length / of.length;
}

describe('the verifier', () => {
  it('rejects at most 2% of the sentences that a speaker said', () => {
    expect(rejected(cases.extractive)).toBeLessThanOrEqual(0.02);
  });

  it('rejects at most 10% of faithful sentences in other words', () => {
    expect(rejected(cases.paraphrases)).toBeLessThanOrEqual(0.1);
  });

  it('catches 95% of the sentences of which a number, a name, a negation or the time was changed', () => {
    expect(rejected(MUTATIONS.flatMap((kind) => cases.mutated[kind]))).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ['numbers', 0.95],
    ['names', 0.95],
    ['negations', 0.85],
    ['times', 0.95],
  ] as const)('catches of changed %s at least the share %d', (kind, share) => {
    expect(rejected(cases.mutated[kind])).toBeGreaterThanOrEqual(share);
  });
});
