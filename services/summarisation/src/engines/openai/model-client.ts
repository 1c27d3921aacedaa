import type OpenAI from 'openai';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.js';
import { ModelFailed } from './model-failed.js';

/** The ways to request JSON, from the strictest to the one that every server supports. */
export type AnswerForm = 'json_schema' | 'json_object' | 'text';

/** One question to a model. `schema`: a JSON schema of the answer. */
export interface ModelRequest {
  system: string;
  user: string;
  form: AnswerForm;
  schema: Record<string, unknown>;
  maxTokens: number;
}

/** Tokens as the provider counted them. */
export interface TokenUse {
  input: number;
  output: number;
}

/** The answer of a model. Its text is untrusted. `use` is absent when the provider does not report it. */
export interface ModelAnswer {
  text: string;
  use?: TokenUse;
}

const tokens = z.number().int().min(0).max(100_000_000);
/** The fields of the response that are read; servers add others. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(undefined),
});

/** The server with its version path, the key that is sent to it, and the name of the model. */
export interface ModelAddress {
  baseUrl: string;
  apiKey: string;
  model: string;
}

/**
 * Calls the chat completions of an OpenAI-compatible server, the one operation that OpenAI, Azure, Ollama and vLLM share. Bounds the size of the
 * response. Retries nothing; model-calls.ts does.
 */
export class ModelClient {
  private client?: OpenAI;

  constructor(private readonly address: ModelAddress) {}

  /** Loaded on first use: a deployment without a model must not hold a client of 236 files in memory. */
  private async load(): Promise<typeof OpenAI> {
    const { default: Client } = await import('openai');
    this.client ??= new Client({
      baseURL: this.address.baseUrl,
      apiKey: this.address.apiKey,
      // Set explicitly, because the client would otherwise read them from the environment.
      organization: null,
      project: null,
      adminAPIKey: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: boundedFetch,
    });
    return Client;
  }

  /** `signal` must carry the call's deadline. Throws only ModelFailed. */
  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    const { system, user, form, schema, maxTokens } = request;
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: this.address.model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      // Servers without response_format are older, and support only the older name of the limit.
      ...(form === 'text' ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
      ...(form === 'json_object' && { response_format: { type: 'json_object' } }),
      ...(form === 'json_schema' && {
        response_format: { type: 'json_schema', json_schema: { name: 'summary', strict: true, schema } },
      }),
    };
    const { APIError } = await this.load();
    const answer = await this.client!.chat.completions.create(body, { signal }).catch((error: unknown) => {
      throw failureOf(error, signal, APIError);
    });
    return usable(answer);
  }
}

function usable(answer: unknown): ModelAnswer {
  const parsed = completionSchema.safeParse(answer);
  if (!parsed.success) throw new ModelFailed('malformed');
  const [{ finish_reason: reason, message }] = parsed.data.choices;
  const { usage } = parsed.data;
  const use = usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : undefined;
  if (message.refusal || reason === 'content_filter') throw new ModelFailed('refused', { use });
  if (reason === 'length') throw new ModelFailed('length', { use });
  if (!message.content?.trim()) throw new ModelFailed('empty', { use });
  return { text: message.content, use };
}

function failureOf(error: unknown, signal: AbortSignal, APIError: typeof OpenAI.APIError): ModelFailed {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof ModelFailed) return cause;
  if (signal.aborted) return new ModelFailed('timed_out');
  // An HTTP response that is not JSON.
  if (error instanceof SyntaxError) return new ModelFailed('malformed');
  if (!(error instanceof APIError) || error.status === undefined)
    return new ModelFailed('connection', { isUnsent: isUnsent(error) });
  const status: number = error.status;
  const retryAfterMs = waitAsked(error.headers?.get('retry-after'));
  if (status === 429) return new ModelFailed('rate_limited', { status, retryAfterMs });
  if (status === 400 || status === 422) return new ModelFailed('unsupported', { status });
  if (status >= 500 || status === 408) return new ModelFailed('server_error', { status, retryAfterMs });
  return new ModelFailed('rejected', { status });
}

const UNSENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** True when certainly no byte has reached the server. The error of several attempted addresses has such a code too. */
function isUnsent(error: unknown): boolean {
  let cause = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; cause && depth < 5; depth += 1) {
    if (UNSENT.includes(String(cause.code))) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
}

/** Retry-After in milliseconds; the header holds seconds or a date (RFC 9110, 10.2.3). */
export function waitAsked(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
