import { execFileSync } from 'node:child_process';
import openapiTS, { astToString } from 'openapi-typescript';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `make client`: generates src/generated-api.ts from the operations that take an API key or no credential. With --check it writes nothing
 * and exits with 1 when the committed file differs.
 */
const root = join(import.meta.dirname, '../../..');
const file = join(root, 'packages/client/src/generated-api.ts');
const document = JSON.parse(readFileSync(join(root, 'services/gateway/openapi.json'), 'utf8'));
const OPEN = ['/api/info', '/api/status', '/api/errors', '/api/subscription/plans'];

const isOfClient = (path, { security = [] }) => OPEN.includes(path) || security.some((one) => 'api-key' in one);
const paths = Object.fromEntries(
  Object.entries(document.paths).flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([, operation]) => isOfClient(path, operation));
    return own.length > 0
      ? [[path, Object.fromEntries(own.map(([method, operation]) => [method, slim(operation)]))]]
      : [];
  }),
);

/** All errors have one type, and types need no examples. */
function slim(operation) {
  const responses = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return {
    ...operation,
    responses: Object.fromEntries(responses.map(([status, one]) => [status, withoutExamples(one)])),
  };
}

function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      ['example', 'headers'].includes(name) ? [] : [[name, withoutExamples(field)]],
    ),
  );
}

const { PublicError } = document.components.schemas;
const { securitySchemes } = document.components;
const own = { ...document, paths, components: { securitySchemes, schemas: { PublicError } } };
const made = `/** Made of the OpenAPI document by \`make client\`. */\n${astToString(await openapiTS(own))}`;
const formatter = [join(root, 'node_modules/oxfmt/bin/oxfmt'), '--stdin-filepath', file];
const text = execFileSync(process.execPath, formatter, { cwd: root, input: made, encoding: 'utf8' });
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/client/src/generated-api.ts is not of services/gateway/openapi.json: make client');
  process.exitCode = 1;
}
