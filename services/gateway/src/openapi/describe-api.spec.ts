import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeApi } from './describe-api.js';
import { llmsText } from './llms-text.js';

const ROOT = join(import.meta.dirname, '../../../..');
const FILE = join(ROOT, 'services/gateway/openapi.json');

interface Content {
  content?: Record<string, { example?: unknown }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>;
}
const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** Every body and every answer of every operation, as the node of the document that has its media types. */
const PLACES = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
    const at = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
    const answers = Object.entries(responses).map(([status, of]) => [`${at}/responses/${status}`, of] as const);
    return requestBody ? [[`${at}/requestBody`, requestBody] as const, ...answers] : answers;
  }),
);

describe('OpenAPI document', () => {
  it('matches the routes (otherwise run make openapi)', async () => {
    expect(JSON.parse(await describeApi())).toEqual(document);
  });

  it('matches the committed llms.txt (otherwise run make openapi) (API-35)', () => {
    expect(llmsText(document)).toBe(readFileSync(join(ROOT, 'web/public/llms.txt'), 'utf8'));
  });

  it('is OpenAPI 3.1 with an example of every body and every answer, valid by its schema (API-30)', () => {
    expect(document.openapi).toBe('3.1.0');
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'api');
    const wrong = PLACES.flatMap(([at, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { example }]) => {
        const ref = `api${at}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`;
        return example !== undefined && ajv.validate({ $ref: ref }, example)
          ? []
          : [`${at} ${type}: ${ajv.errorsText()}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(PLACES.length).toBeGreaterThan(400);
  });

  it('has no redocly errors', async () => {
    const run = promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/.bin/redocly'), 'lint', FILE], {
      cwd: ROOT,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    await expect(run).resolves.toBeTruthy();
  }, 60_000);
});
