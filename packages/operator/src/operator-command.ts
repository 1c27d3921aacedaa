import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import type { OperatorConnection } from './connection.js';

/** Exit codes of every command, so that scripts can distinguish a typing error from an unavailable service. */
export const EXIT = { done: 0, failed: 1, usage: 2, accountUnknown: 3, refused: 4, unclear: 5 } as const;

/** The output of a command and its exit code. */
export interface Outcome {
  exitCode: number;
  lines: string[];
}

/** The words and options after the command's name; every option is known to the command. */
export interface CommandLine {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

/** The environment of a command. */
export interface OperatorContext {
  /** Who acts and why; required for every command that `isNoted` names. */
  operator: Operator;
  /** Connects to the services at the first call; the program closes them after the command. Throws UsageError when the settings name no address. */
  services(): Services;
  settings: Record<string, string | undefined>;
}

/** The services that admit an operator. */
export interface Services {
  auth: Rpc<typeof AuthServiceService>;
  billing: Rpc<typeof BillingServiceService>;
}

/** One command of the program. */
export interface OperatorCommand {
  name: string;
  /** The arguments after the name, for the help. */
  synopsis: string;
  /** One line for the list of commands. */
  summary: string;
  /** Further lines of its own help. */
  help: string[];
  options?: Record<string, { type: 'string' | 'boolean' }>;
  /** True when it must not run without an operator and a reason in the audit log. */
  isNoted(line: CommandLine): boolean;
  /** Throws UsageError for a wrong command line; any other result is an outcome. */
  run(line: CommandLine, context: OperatorContext): Promise<Outcome>;
}

/** Creates clients that call as the operator; the caller closes both. */
export function connectServices({ authAddress, billingAddress, secret }: OperatorConnection): Services {
  const asOperator = { caller: 'operator', secret };
  return {
    auth: connectRpc(AuthServiceService, { address: authAddress, ...asOperator }),
    billing: connectRpc(BillingServiceService, { address: billingAddress, ...asOperator }),
  };
}

/** Formats a time as `2026-11-21 14:05:00 UTC`. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export const done = (...lines: string[]): Outcome => ({ exitCode: EXIT.done, lines });
