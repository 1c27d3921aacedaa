import type { z } from 'zod';
import { HttpProblem } from './http-problem.js';
import type { PathId } from './route-policy.js';

/** Deepest nesting of a JSON body; no route's own schema comes close. */
export const MAX_JSON_DEPTH = 32;
/** Most values of a JSON body, counted as its objects, arrays and commas. A transcript of 200,000 words in timed pieces has no more. */
export const MAX_JSON_VALUES = 100_000;

type BrokenBound = 'depth' | 'values';

const TOO_MUCH: Record<BrokenBound, HttpProblem> = {
  depth: new HttpProblem(400, 'json_too_deep', `The request body may be nested at most ${MAX_JSON_DEPTH} levels deep.`),
  values: new HttpProblem(400, 'json_too_many_values', `The request body may have at most ${MAX_JSON_VALUES} values.`),
};

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body: an object, in UTF-8. An empty body is treated as {}, so that the refusal names its missing fields. A body that would block the
 * event loop is refused before it is parsed.
 */
export function parseJson(raw: Buffer | undefined): unknown {
  if (raw === undefined || raw.length === 0) return {};
  const broken = brokenJsonBound(raw);
  if (broken) throw TOO_MUCH[broken];
  let body: unknown;
  try {
    body = JSON.parse(UTF_8.decode(raw));
  } catch {
    throw new HttpProblem(400, 'invalid_json', 'The request body is not valid JSON in UTF-8.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new HttpProblem(400, 'invalid_json', 'The request body must be a JSON object.');
  return body;
}

/** Keeps the fields that the schema names. The 400 names the first wrong field and its allowed values, never its value (API-2). */
export function parseFields(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue.path.join('.');
  const given = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  const absent = given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
  const field = fieldOf(schema, issue.path[0]);
  const allowed = field?.description ?? 'a value that the API document allows';
  // A field that another one can replace is reported by the check of the whole body.
  const isNeeded =
    field?.safeParse(undefined).success === false || (issue.code === 'custom' && issue.path.length === 1);
  if (absent && isNeeded)
    throw new HttpProblem(400, 'missing_parameter', `Missing required parameter: ${name}, ${allowed}`);
  throw new HttpProblem(400, 'invalid_parameter', `Invalid parameter ${name}: must be ${allowed}`);
}

/** Throws the route's 404 for a malformed id, so that no service is called. */
export function requireId({ schema, unknown }: PathId, params: unknown, name = 'id'): void {
  if (!schema.safeParse((params as Record<string, unknown>)[name]).success)
    throw new HttpProblem(404, unknown.code, unknown.message);
}

function fieldOf(schema: z.ZodType, name: PropertyKey | undefined): z.ZodType | undefined {
  return name === undefined ? undefined : (schema as Partial<z.ZodObject>).shape?.[String(name)];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * Finds the bound that a body breaks, in one pass over its bytes and without parsing. The cost of JSON.parse depends far more on the shape than on
 * the size: 4.8 MB of brackets block the event loop for 1 s, of small objects or distinct names for 0.5 s, and of one text for 0.01 s (LIMIT-8). In
 * UTF-8 no byte of a multi-byte character equals one of these signs.
 */
export function brokenJsonBound(raw: Uint8Array): BrokenBound | undefined {
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte === QUOTE) isInText = true;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++depth > MAX_JSON_DEPTH) return 'depth';
      if (++values > MAX_JSON_VALUES) return 'values';
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
    else if (byte === COMMA && ++values > MAX_JSON_VALUES) return 'values';
  }
  return undefined;
}
