import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';
import { llmsText } from './llms-text.js';

/** `make openapi`: rewrites the committed document, and llms.txt, which is generated from it. */
const document = await describeApi();
writeFileSync(new URL('../../openapi.json', import.meta.url), document);
writeFileSync(
  new URL('../../../../web/public/llms.txt', import.meta.url),
  llmsText(JSON.parse(document) as { paths: object }),
);
