import { z } from 'zod';

/** Every bad setting of a service in one error, so that an operator mends them in one go. */
export class ConfigError extends Error {
  constructor(service: string, problems: string[]) {
    super(`Configuration of ${service} is not usable:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Validates an injected record (main.ts passes process.env); a missing setting stops the start (OPS-3). Values never appear in the error: they may be secrets. */
export function parseConfig<S extends z.ZodType>(
  service: string,
  schema: S,
  record: Record<string, unknown>,
): z.output<S> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    service,
    parsed.error.issues.map((issue) => `${issue.path.join('.') || '(record)'}: ${issue.message}`),
  );
}

/**
 * A service's settings under the names that every config.ts exports: `configSchema` is what the service reads wherever it runs,
 * `processSchema` has besides what a process of its own needs, `readConfig` throws ConfigError.
 */
export function defineConfig<S extends z.ZodRawShape, P extends z.ZodRawShape>(
  service: string,
  settings: S,
  processSettings: P,
) {
  const configSchema = z.object(settings);
  return {
    configSchema,
    processSchema: z.object({ ...settings, ...processSettings }),
    readConfig: (record: Record<string, unknown>) => parseConfig(service, configSchema, record),
  };
}

/** `name=secret,name=secret`: the callers that a service knows, each with its own secret of at least 16 characters. */
export const callerSecretsSchema = z.string().transform((text, ctx) => {
  const secrets: Record<string, string> = {};
  for (const pair of text.split(',').filter(Boolean)) {
    const at = pair.indexOf('=');
    const [name, secret] = [pair.slice(0, at).trim(), pair.slice(at + 1)];
    if (at < 1 || secret.length < 16)
      ctx.addIssue({ code: 'custom', message: 'expected caller=secret pairs, secrets of 16 characters or more' });
    else secrets[name] = secret;
  }
  return secrets;
});
