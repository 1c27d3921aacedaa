import { cruise } from './import-report.js';
import { ROOT } from './repository-files.js';

/** With fewer modules, the cruiser has not understood the sources, and would find no faults at all. */
const MODULE_FLOOR = 300;

describe('import rules', () => {
  it('hold in the whole repository', () => {
    const { totalCruised, violations } = cruise(ROOT);
    expect(totalCruised).toBeGreaterThan(MODULE_FLOOR);
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 120_000);
});
