import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';

/** `make openapi`: rewrites the committed document. */
writeFileSync(new URL('../../openapi.json', import.meta.url), await describeApi());
