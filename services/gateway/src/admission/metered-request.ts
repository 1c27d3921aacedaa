import { type Parameters } from '@precis/proto/summarisation/v1/summarisation';
import type { CallFacts } from '@precis/proto/usage/v1/usage';
import { createHash } from 'node:crypto';

/** One call of a metered route, checked in types and lengths. */
export interface MeteredRequest {
  accountId: string;
  requestId: string;
  endpoint: string;
  client: string;
  url: string;
  parameters: Parameters;
  idempotencyKey?: string;
}

/** What usage freezes of a call. The body's hash covers its meaning, so that field order and unknown fields do not matter. */
export function callFactsOf(request: MeteredRequest, holder: string): CallFacts {
  const { endpoint, client, url, parameters, idempotencyKey } = request;
  const meaning = JSON.stringify([endpoint, url, parameters.summaryType, parameters.customPrompt]);
  return {
    idemHash: idempotencyKey === undefined ? new Uint8Array() : sha256(idempotencyKey),
    bodyHash: sha256(meaning),
    client,
    endpoint,
    holder,
  };
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
