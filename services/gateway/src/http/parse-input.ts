import type { z } from 'zod';
import { HttpProblem } from './http-problem.js';

/** Reads a JSON body: an object, in UTF-8. An empty body counts as {} so that its missing fields are told. */
export function parseJson(raw: Buffer | undefined): unknown {
  if (raw === undefined || raw.length === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new HttpProblem(400, 'invalid_json', 'The request body is not valid JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new HttpProblem(400, 'invalid_json', 'The request body must be a JSON object.');
  return body;
}

/** Keeps the fields that the schema names; the first wrong one is told by name, never by value. */
export function parseFields(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue.path.join('.');
  const given = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
  const absent = given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
  if (absent && isRequired(schema, issue.path[0])) {
    throw new HttpProblem(400, 'missing_parameter', `Missing required parameter: ${field}`);
  }
  throw new HttpProblem(400, 'invalid_parameter', `Invalid parameter ${field}: ${plain(issue)}`);
}

function isRequired(schema: z.ZodType, field: PropertyKey | undefined): boolean {
  const fields = (schema as Partial<z.ZodObject>).shape ?? {};
  return field !== undefined && fields[String(field)]?.safeParse(undefined).success === false;
}

function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be a ${issue.expected}`;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'as its value'}`;
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'as its value'}`;
  return issue.code === 'custom' ? issue.message : 'has a value that is not allowed';
}
