import type { FileResult } from './jest-run.js';
import { countTests, failuresIn, judged, skippedIn } from './verdict.js';

const result = (file: string, statuses: string[], broken = false): FileResult => ({
  file,
  seconds: 1,
  tests: statuses.map((status, index) => ({ title: `t${index}`, fullName: `group t${index}`, status })),
  broken,
});

describe('the verdict on a run', () => {
  it('names each failed test, and a file that broke down, and counts both', () => {
    const results = [result('a.spec.ts', ['passed', 'failed']), result('b.spec.ts', ['passed'], true)];
    expect(failuresIn(results)).toEqual(['a.spec.ts: group t1', 'b.spec.ts: the file itself']);
    expect(countTests(results)).toEqual({ passed: 2, failed: 2 });
  });

  it('names each test that was left out', () => {
    const results = [result('a.spec.ts', ['passed', 'pending', 'todo'])];
    expect(skippedIn(results)).toEqual(['a.spec.ts: group t1', 'a.spec.ts: group t2']);
    expect(failuresIn(results)).toEqual([]);
  });

  it('calls a failure flaky when its file passes alone, and real when anything in it fails again', () => {
    const failures = ['a.spec.ts: group t1', 'b.spec.ts: group t0'];
    const again = [result('a.spec.ts', ['passed', 'passed']), result('b.spec.ts', ['passed', 'failed'])];
    expect(judged(failures, again)).toEqual({ failed: ['b.spec.ts: group t0'], flaky: ['a.spec.ts: group t1'] });
  });

  it('calls a failure real when its file did not finish the second time, or was not run again', () => {
    expect(judged(['a.spec.ts: group t1'], [])).toEqual({ failed: ['a.spec.ts: group t1'], flaky: [] });
    expect(judged(['a.spec.ts: x'], [result('a.spec.ts', [], true)]).failed).toEqual(['a.spec.ts: x']);
  });
});
