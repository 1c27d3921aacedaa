import { z } from 'zod';

/** Converts a zod schema to OpenAPI 3.0, before any other transformation. */
export function jsonSchema(schema: z.ZodType): Record<string, never> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    // In 3.0 `nullable` has no effect on an enum that does not list null.
    override: ({ jsonSchema: made }) => {
      // These bounds hold for every integer in JSON, so they add nothing.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.nullable && made.enum && !made.enum.includes(null)) made.enum.push(null);
    },
  }) as Record<string, unknown>;
  return rest as Record<string, never>;
}
