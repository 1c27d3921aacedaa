import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import type { OperatorConnection } from './connection.js';

/** Exit codes of every command, so that scripts can tell a typing error from a service that is away. */
export const EXIT = { done: 0, failed: 1, usage: 2, accountUnknown: 3, refused: 4, unclear: 5 } as const;

/** What a command says and ends with. */
export interface Outcome {
  exitCode: number;
  lines: string[];
}

/** The words and options after the command's name; every option is one that the command knows. */
export interface CommandLine {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

/** What a command works with. */
export interface OperatorContext {
  /** Who acts and why: on every command that `isNoted` names. */
  operator: Operator;
  /** Open until the command has ended. Throws UsageError when no settings say where the services are. */
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
  /** What follows the name, for the help. */
  synopsis: string;
  /** One line for the list of commands. */
  summary: string;
  /** What its own help says besides. */
  help: string[];
  options?: Record<string, { type: 'string' | 'boolean' }>;
  /** True when it must not run without an operator and a reason in the audit log. */
  isNoted(line: CommandLine): boolean;
  /** Throws UsageError for a wrong command line; everything else is an outcome. */
  run(line: CommandLine, context: OperatorContext): Promise<Outcome>;
}

/** Clients that call as the operator; the caller closes both. */
export function connectServices({ authAddress, billingAddress, secret }: OperatorConnection): Services {
  const asOperator = { caller: 'operator', secret };
  return {
    auth: connectRpc(AuthServiceService, { address: authAddress, ...asOperator }),
    billing: connectRpc(BillingServiceService, { address: billingAddress, ...asOperator }),
  };
}

/** `2026-11-21 14:05:00 UTC`. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export const done = (...lines: string[]): Outcome => ({ exitCode: EXIT.done, lines });
