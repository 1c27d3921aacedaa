import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from './describe-api.js';

describe('OpenAPI document', () => {
  it('is committed as the routes declare it (else: make openapi)', async () => {
    const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
    expect(JSON.parse(await describeApi())).toEqual(JSON.parse(committed));
  });
});
