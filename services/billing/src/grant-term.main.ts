import { ConfigError, parseConfig } from '@precis/runtime/config';
import { z } from 'zod';
import { GRANT_EXIT, runGrantTerm } from './grant-term.command.js';

const schema = z.object({
  /** gRPC target of billing. */
  BILLING_ADDRESS: z.string().min(1),
  /** gRPC target of auth. */
  AUTH_ADDRESS: z.string().min(1),
  /** Secret of the caller `operator`. */
  OPERATOR_SECRET: z.string().min(16),
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const env = parseConfig('grant-term', schema, process.env);
  const connection = {
    billingAddress: env.BILLING_ADDRESS,
    authAddress: env.AUTH_ADDRESS,
    secret: env.OPERATOR_SECRET,
  };
  process.exitCode = await runGrantTerm(process.argv.slice(2), connection, print);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  print(error.message);
  process.exitCode = GRANT_EXIT.usage;
}
