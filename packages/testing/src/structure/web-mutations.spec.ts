import { escaped, mutated, type Mutation, mutationFaults, MUTATIONS } from '../proofs/web-mutations.js';
import { ROOT, textOf } from './repository-files.js';

const mutations = JSON.parse(textOf(MUTATIONS)) as Mutation[];

describe('the planted changes of the web app', () => {
  it('each fit exactly one place, and name a test that exists', () => {
    expect(mutationFaults(mutations, ROOT)).toEqual([]);
  });
});

describe('the check of planted changes', () => {
  const test = { file: 'web/src/app/routes.spec.ts', title: mutations[0].test.title };
  const mutation = { file: 'web/src/texts/frame.ts', before: '5 s', after: '6 s', test: mutations[0].test };

  it('changes exactly one place, and refuses anything else', () => {
    expect(mutated('after 5 s.', mutation)).toBe('after 6 s.');
    expect(() => mutated('after 5 s, 5 s', mutation)).toThrow(/2 times, not once/);
    expect(() => mutated('after', mutation)).toThrow(/0 times, not once/);
  });

  it.each([
    [{ file: 'web/e2e/deployment.ts' }, 'no code of the web app'],
    [{ file: 'web/src/app/routes.spec.ts' }, 'no code of the web app'],
    [{ test: { ...test, file: 'web/e2e/every-route.e2e.ts' } }, 'no test of web/src'],
    [{ test }, 'no test with this name'],
    [{ after: '5 s' }, 'changed to what it was'],
    [{}, '0 times'],
  ])('finds what is wrong with an entry: %j', (change, complaint) => {
    expect(mutationFaults([{ ...mutation, ...change }], ROOT)).toEqual([expect.stringContaining(complaint)]);
  });

  it('is caught when its own test fails, and no other of the file', () => {
    const proof = { file: 'a.spec.ts', title: 'at %d is %s' };
    const passed = { title: 'other', status: 'passed' };
    const failed = { title: 'at 80 is red', status: 'failed' };
    expect(escaped(proof, [passed, failed, { title: 'at 79 is green', status: 'passed' }])).toBeUndefined();
    expect(escaped(proof, [])).toBe('no test ran');
    expect(escaped(proof, [passed, { ...failed, status: 'passed' }])).toMatch(/passed all the same/);
    expect(escaped(proof, [{ ...passed, status: 'failed' }, failed])).toMatch(/failed as well: other/);
  });
});
