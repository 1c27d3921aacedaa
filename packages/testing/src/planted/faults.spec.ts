import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { AREAS, overHttp, STRUCTURE } from './far-tests.js';
import { chosenFaults, type Fault, listFaults, planted, readFaults } from './faults.js';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const FAULT: Fault = {
  id: 'one-more',
  area: 'usage',
  file: 'services/usage/src/limit.rule.ts',
  before: 'used >= limit',
  after: 'used > limit',
  what: 'one more is used',
};
const TEXT = 'return used >= limit;\n';

describe('the planted faults', () => {
  it('fit the code as it stands: forty different ones, each in one place', () => {
    const faults = readFaults(ROOT);
    expect(faults).toHaveLength(40);
    expect(listFaults(faults, read, AREAS)).toEqual([]);
  });

  it('name end-to-end tests that exist', () => {
    const files = [...STRUCTURE, ...AREAS.flatMap(overHttp)];
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('have a verdict each in the baseline', () => {
    const baseline = JSON.parse(read('packages/testing/src/planted/baseline.json')) as object;
    expect(Object.keys(baseline)).toEqual(
      readFaults(ROOT)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('are refused where they do not fit', () => {
    const faults = (change: Partial<Fault>, text = TEXT) =>
      listFaults([{ ...FAULT, ...change }], () => text, ['usage']);
    expect(faults({})).toEqual([]);
    expect(faults({}, TEXT + TEXT)).toEqual([`${FAULT.file} has "used >= limit" 2 times, not once`]);
    expect(faults({}, '')).toEqual([`${FAULT.file} has "used >= limit" 0 times, not once`]);
    expect(faults({ after: FAULT.before })).toEqual(['one-more does not change one line']);
    expect(faults({ before: 'return\n' })).toEqual(['one-more does not change one line']);
    expect(faults({ area: 'weather' })).toEqual(['one-more: weather is no area']);
    expect(faults({ what: '' })).toEqual(['one-more does not say what goes wrong']);
    expect(faults({ file: 'services/usage/src/limit.rule.spec.ts' })).toHaveLength(1);
    expect(listFaults([FAULT, FAULT], () => TEXT, ['usage'])).toEqual(['one-more stands there twice']);
  });

  it('are planted word for word, also where the text is a special replacement pattern', () => {
    expect(planted(TEXT, { ...FAULT, after: '$& $1' })).toBe('return $& $1;\n');
  });

  it('are chosen by name and by shard; the shards together have each one once', () => {
    const three = ['a', 'b', 'c'].map((id) => ({ ...FAULT, id }));
    const ids = (only?: string, shard?: string) => chosenFaults(three, only, shard).map(({ id }) => id);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(ids('c,a')).toEqual(['a', 'c']);
    expect([...ids('', '1/2'), ...ids('', '2/2')].sort()).toEqual(['a', 'b', 'c']);
    expect(() => ids('d')).toThrow('there is no fault d');
    expect(() => ids('', '3/2')).toThrow('SHARD=3/2');
  });

  it('are all in files of the repository', () => {
    const files = new Set(repositoryFiles(/\.tsx?$/));
    expect(readFaults(ROOT).filter(({ file }) => !files.has(file))).toEqual([]);
  });
});
