import type { OpenAPIObject } from '@nestjs/swagger';

interface Link {
  operationId: string;
  parameters: { id: string };
  description: string;
}

const to = (operationId: string, id: string, description: string): Link => ({
  operationId,
  parameters: { id },
  description,
});
const REQUEST_RECORD = to('RequestsController_read', '$response.header.X-Request-Id', 'The outcome of this request');

/** Answers with an id that another operation reads (API-31), by path, method and status. */
const LINKS: [path: string, method: string, status: string, links: Record<string, Link>][] = [
  ['/api/youtube/summarize', 'post', '200', { receipt: REQUEST_RECORD }],
  [
    '/api/youtube/summarize',
    'post',
    '202',
    {
      job: to('JobsController_read', '$response.body#/data/job_id', 'The job, and its summary'),
      receipt: REQUEST_RECORD,
    },
  ],
  ['/api/youtube/info', 'post', '200', { receipt: REQUEST_RECORD }],
  [
    '/api/youtube/summaries',
    'get',
    '200',
    {
      summary: to('SummariesController_again', '$response.body#/summaries/0/id', 'The newest of them'),
      verify: to('SummariesController_verify', '$response.body#/summaries/0/id', 'Its sentences beside what was said'),
    },
  ],
];

/** Adds LINKS to the responses of the document. Programs that read it, and the fuzzer, follow them from one operation to the next. */
export function withLinks(document: OpenAPIObject): OpenAPIObject {
  for (const [path, method, status, links] of LINKS) {
    const operation = (document.paths[path] as Record<string, { responses: Record<string, { links?: unknown }> }>)[
      method
    ];
    operation.responses[status].links = links;
  }
  return document;
}
