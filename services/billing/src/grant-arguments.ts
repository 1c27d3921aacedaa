import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isUuid } from '@precis/runtime/uuid';

export interface GrantArguments {
  emailOrAccount: string;
  plan: string;
  months: number;
  grantId: string;
}

export const GRANT_USAGE = `Usage: grant-term EMAIL-OR-ACCOUNT PLAN MONTHS [--grant-id UUID]
  PLAN      basic, medium or enterprise
  MONTHS    1, 3, 6 or 12
  --grant-id  repeats an earlier command: the same id has one effect`;

/** The command line as typed, or what is wrong with it. Which plans and lengths exist is billing's to say. */
export function parseGrantArguments(args: string[]): GrantArguments | { problem: string } {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { 'grant-id': { type: 'string' } } });
  } catch {
    return { problem: 'Unknown option.' };
  }
  const [emailOrAccount, plan, months, ...rest] = parsed.positionals;
  if (!emailOrAccount || !plan || !months || rest.length > 0) return { problem: 'Three arguments are needed.' };
  if (!/^\d{1,3}$/.test(months)) return { problem: 'MONTHS must be a whole number.' };
  const grantId = parsed.values['grant-id'] ?? randomUUID();
  if (!isUuid(grantId)) return { problem: 'The grant id must be a UUID.' };
  return { emailOrAccount, plan, months: Number(months), grantId };
}
