import { runOperator } from '@precis/operator/operator';

/**
 * Gives the account a term as the operator's command does; returns the account's id. Not as a separate process, which would use a core for most of
 * a second each time. Usage learns of it by an event, or when it asks billing.
 */
export async function grantPlan(
  operator: Record<string, string>,
  email: string,
  plan: string,
  months = 1,
): Promise<string> {
  const words = ['grant-term', email, plan, String(months), '--operator', 'e2e', '--reason', 'a test'];
  const { exitCode, lines } = await runOperator(words, operator);
  const printed = lines.join('\n');
  if (exitCode !== 0) throw new Error(`the operator's command failed: ${printed}`);
  return /account ([0-9a-f-]{36})/.exec(printed)![1];
}
