/** A call of the API that was refused or did not get through. */
export class ApiFailed extends Error {
  constructor(
    /** 0: no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** What the answer said besides. `limit`: the limit that refused the call. `resetAtSeconds`: unix time at which that limit starts again. */
    readonly about: { retryAfterSeconds?: number; limit?: number; resetAtSeconds?: number; requestId?: string } = {},
  ) {
    super(message);
    this.name = 'ApiFailed';
  }
}

/** The failure that an error answer describes. The body may be anything, because a proxy may have written it. */
export function failureOf(status: number, headers: Headers, body: unknown): ApiFailed {
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof said.code === 'string' ? said.code : `http_${status}`;
  const message = typeof said.error === 'string' ? said.error : `The service answered with status ${status}.`;
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiFailed(status, code, message, {
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
    ...(typeof said.limit === 'number' && { limit: said.limit }),
    ...(typeof said.reset === 'number' && { resetAtSeconds: said.reset }),
    ...(typeof said.request_id === 'string' && { requestId: said.request_id }),
  });
}
