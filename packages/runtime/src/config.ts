import { z } from 'zod';

/** All bad settings of a service in one error, so that an operator can correct them together. */
export class ConfigError extends Error {
  constructor(service: string, problems: string[]) {
    super(`Configuration of ${service} is not usable:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Validates an injected record (main.ts passes process.env). A missing setting stops the start (OPS-3). Values never appear in the error, because
 * they may be secrets.
 */
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
 * The exports of every config.ts: `configSchema` has the settings that the service always reads, `processSchema` adds those of its own process,
 * `readConfig` throws ConfigError.
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

/** `name=secret,name=secret`: the known callers, each with its own secret of at least 16 characters. */
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
