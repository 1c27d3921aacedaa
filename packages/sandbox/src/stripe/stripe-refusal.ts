/** The error body of the API in Stripe's form, so that the SDK creates its own errors from it. */
export interface RefusalBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

/** A request that the simulator refuses, as Stripe would. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: RefusalBody,
  ) {
    super(body.message);
  }
}

/** 400 with the name of the wrong parameter. */
export function badParameter(param: string, code: string, message: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, param, message });
}

/** 404 for an object in the path, 400 for one that a parameter names. */
export function noSuch(what: string, id: string, param = 'id'): StripeRefusal {
  const message = `No such ${what}: '${id}'`;
  const status = param === 'id' ? 404 : 400;
  return new StripeRefusal(status, { type: 'invalid_request_error', code: 'resource_missing', param, message });
}
