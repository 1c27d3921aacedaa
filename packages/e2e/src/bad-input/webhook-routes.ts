import type { BadInputRoute, Field } from './route-fields.js';

const SHORT_BYTES = 100_000;
const WEBHOOK: Record<string, Field> = {
  url: { type: 'text', required: true, most: 2_000 },
  events: { type: 'words', required: true },
};
/** The id of no webhook: a body is checked before the webhook is looked up. */
const NO_WEBHOOK = '/api/webhooks/00000000-0000-4000-8000-000000000000';

/** The routes of an account's webhooks that take a body. */
export const WEBHOOK_ROUTES: BadInputRoute[] = [
  {
    method: 'POST',
    path: '/api/webhooks',
    credential: 'key',
    api: 'public',
    bodyLimitBytes: SHORT_BYTES,
    fields: WEBHOOK,
    // Valid JSON and fields, but refused for its port.
    valid: { url: 'https://hooks.example:22/', events: ['job.failed'] },
  },
  {
    method: 'PUT',
    path: NO_WEBHOOK,
    credential: 'key',
    api: 'public',
    bodyLimitBytes: SHORT_BYTES,
    fields: { ...WEBHOOK, enabled: { type: 'flag', required: true } },
    valid: { url: 'https://hooks.example/', events: ['job.failed'], enabled: true },
  },
  {
    method: 'POST',
    path: `${NO_WEBHOOK}/rotate`,
    credential: 'key',
    api: 'public',
    bodyLimitBytes: SHORT_BYTES,
    fields: { overlap_hours: { type: 'number', required: false } },
    valid: { overlap_hours: 1 },
  },
];
