import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editedFiles } from '../machinery/sample-edits.js';
import { ROOT } from './repository-files.js';

describe('the template of a service that is added', () => {
  it('finds each line beside which it adds others, exactly once: only the full run builds it', () => {
    expect(() => editedFiles((path) => readFileSync(join(ROOT, path), 'utf8'))).not.toThrow();
  });
});
