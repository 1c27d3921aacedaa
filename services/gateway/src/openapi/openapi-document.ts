import type { INestApplication } from '@nestjs/common';
import { ANSWERED_CODES } from '@precis/error-codes/error-codes';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ANSWER_HEADERS } from './answer-headers.js';
import { applyStoredDecorators } from './documented.decorator.js';
import { withExamples } from './examples.js';
import { withLinks } from './links.js';
import { inOpenApi31 } from './openapi-31.js';

const errorFields = {
  error: { type: 'string' },
  status_code: { type: 'integer' },
  code: { type: 'string', enum: ANSWERED_CODES, description: 'What it means: GET /api/errors' },
  request_id: { type: 'string' },
  docs_url: { type: 'string', format: 'uri', description: 'The page that explains the code' },
  limit: { type: 'integer', description: 'With 429: of the limit that refused' },
  remaining: { type: 'integer' },
  reset: { type: 'integer', description: 'Unix seconds' },
};
const required = ['error', 'status_code', 'code', 'request_id', 'docs_url'];

/** Builds the contract (API-15) from the declarations of the routes. It does not depend on where it is served, so it can be committed. */
export async function openApiDocument(app: INestApplication): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  applyStoredDecorators(swagger);
  const config = new swagger.DocumentBuilder()
    .setTitle('Precis API')
    .setDescription('Summaries of YouTube videos from their transcripts.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'Where this document is served')
    .addSecurity('api-key', { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key' })
    .addSecurity('api-key-bearer', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'prc_ and 46 characters',
      description: 'The same API key in Authorization',
    })
    .addSecurity('session', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The token of a signed-in session',
    })
    .build();
  const document = swagger.SwaggerModule.createDocument(app, config);
  document.components = {
    ...document.components,
    headers: ANSWER_HEADERS,
    schemas: {
      ...document.components?.schemas,
      PublicError: { type: 'object', required, properties: errorFields },
      PrivateError: {
        type: 'object',
        required: ['success', ...required],
        properties: {
          success: { type: 'boolean', enum: [false] },
          ...errorFields,
          detail: { type: 'string' },
          erased_at: { type: 'string', description: 'With account_closing alone: when the closed account is erased' },
        },
      },
    } as never,
  };
  return withLinks(withExamples(inOpenApi31(document)));
}
