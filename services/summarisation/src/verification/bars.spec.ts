import { createHash } from 'node:crypto';
import { MUTATIONS, type VerificationCase, verificationCases } from '../testing/verification-cases.js';
import { verifySentences } from './verify-sentences.js';

const cases = verificationCases();
const reasonsOf = (one: VerificationCase) => verifySentences([one], one.video.lines, one.video.language)[0].reasons;
/** Half of the cases were looked at while the verifier was tuned, the other half was not. */
const isTuned = ({ id }: VerificationCase) => createHash('sha256').update(id).digest()[0] < 128;
const rejected = (of: VerificationCase[]) => of.filter((one) => reasonsOf(one).length > 0).length / of.length;

describe.each([
  ['all cases', () => true],
  ['the half that it was tuned on', isTuned],
  ['the half that it was not tuned on', (one: VerificationCase) => !isTuned(one)],
])('the verifier, on %s', (name, isIn) => {
  it('rejects at most 2% of quotations and 10% of paraphrases, and catches 95% of what was changed', () => {
    const shares = {
      extractive: rejected(cases.extractive.filter(isIn)),
      paraphrases: rejected(cases.paraphrases.filter(isIn)),
      mutated: rejected(MUTATIONS.flatMap((kind) => cases.mutated[kind]).filter(isIn)),
      ...Object.fromEntries(MUTATIONS.map((kind) => [kind, rejected(cases.mutated[kind].filter(isIn))])),
    };
    if (process.env.SHOW) {
      console.log(name, shares);
      console.log('reasons', cases.paraphrases.filter(isIn).flatMap((c) => reasonsOf(c)).reduce((m, r) => ({ ...m, [r]: (m[r] ?? 0) + 1 }), {} as Record<string, number>));
      if (name.startsWith('the half that it was tuned on')) {
        console.log('PARA REJECTED\n' + cases.paraphrases.filter(isIn).map((c) => [reasonsOf(c).join(), c.text]).filter((x) => x[0]).map((x) => x.join(' | ')).join('\n'));
        console.log('EXT REJECTED\n' + cases.extractive.filter(isIn).map((c) => [reasonsOf(c).join(), c.text]).filter((x) => x[0]).map((x) => x.join(' | ')).join('\n'));
        for (const k of MUTATIONS) console.log('ESCAPED ' + k + '\n' + cases.mutated[k].filter(isIn).filter((c) => reasonsOf(c).length === 0).map((c) => c.id).join('\n'));
      }
    }
    expect(shares.extractive).toBeLessThanOrEqual(0.02);
    expect(shares.paraphrases).toBeLessThanOrEqual(0.1);
    expect(shares.mutated).toBeGreaterThanOrEqual(0.95);
  });
});
