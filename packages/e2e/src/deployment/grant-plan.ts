import { runCommand } from './run-command.js';

/** Gives the account a term by the operator's command; answers the account's id. Usage hears of it by an event, or when it looks. */
export async function grantPlan(
  operator: Record<string, string>,
  email: string,
  plan: string,
  months = 1,
): Promise<string> {
  const words = ['grant-term', email, plan, String(months), '--operator', 'e2e', '--reason', 'a test'];
  const printed = await runCommand('packages/operator/dist/main.js', operator, words);
  return /account ([0-9a-f-]{36})/.exec(printed)![1];
}
