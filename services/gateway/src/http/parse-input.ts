import type { z } from 'zod';
import { HttpProblem } from './http-problem.js';
import { brokenJsonBound, type BrokenBound, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-bounds.js';

const TOO_MUCH: Record<BrokenBound, HttpProblem> = {
  depth: new HttpProblem(400, 'json_too_deep', `The request body may be nested at most ${MAX_JSON_DEPTH} levels deep.`),
  values: new HttpProblem(400, 'json_too_many_values', `The request body may have at most ${MAX_JSON_VALUES} values.`),
};

/**
 * Reads a JSON body: an object, in UTF-8. An empty body counts as {} so that its missing fields are told. What would hold the event
 * loop is refused before it is parsed.
 */
export function parseJson(raw: Buffer | undefined): unknown {
  if (raw === undefined || raw.length === 0) return {};
  const broken = brokenJsonBound(raw);
  if (broken) throw TOO_MUCH[broken];
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new HttpProblem(400, 'invalid_json', 'The request body is not valid JSON in UTF-8.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new HttpProblem(400, 'invalid_json', 'The request body must be a JSON object.');
  return body;
}

/** Keeps the fields that the schema names; the first wrong one is told by name and by what it may be, never by its value. */
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
  if (absent && field?.safeParse(undefined).success === false)
    throw new HttpProblem(400, 'missing_parameter', `Missing required parameter: ${name}, ${allowed}`);
  throw new HttpProblem(400, 'invalid_parameter', `Invalid parameter ${name}: must be ${allowed}`);
}

function fieldOf(schema: z.ZodType, name: PropertyKey | undefined): z.ZodType | undefined {
  return name === undefined ? undefined : (schema as Partial<z.ZodObject>).shape?.[String(name)];
}
