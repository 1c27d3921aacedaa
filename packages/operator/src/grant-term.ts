import { UsageError } from '@precis/events/operator/events-arguments';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { randomUUID } from 'node:crypto';
import { noteAction } from './note-action.js';
import { type CommandLine, done, type OperatorCommand, utc } from './operator-command.js';
import { failureOutcome, persistently } from './unclear-end.js';

/** Gives an account a term without a payment, once per grant id (PAY-10). */
export const GRANT_TERM: OperatorCommand = {
  name: 'grant-term',
  synopsis: 'EMAIL-OR-ACCOUNT PLAN MONTHS [--grant-id UUID] [--force]',
  summary: 'gives an account a term without a payment',
  help: [
    'PLAN        basic, medium or enterprise',
    'MONTHS      1, 3, 6 or 12',
    '--grant-id  repeats an earlier command: the same id has one effect',
    '--force     grants the term even if that ends a running paid term',
    'A higher plan immediately ends a running term of a lower one. The rest of a paid term would be lost, so that needs --force.',
  ],
  options: { 'grant-id': { type: 'string' }, force: { type: 'boolean' } },
  isNoted: () => true,
  async run(line, context) {
    const { emailOrAccount, plan, months, grantId, force } = parseGrant(line);
    const again = `To try again: add --grant-id ${grantId}`;
    try {
      const { auth, billing } = context.services();
      const account = await persistently(() => auth.findAccount({ emailOrAccount }));
      const { accountId } = account;
      const detail = `${plan} for ${months}, grant ${grantId}${force ? ', forced' : ''}`;
      await noteAction(context, 'term-grant', detail, accountId);
      const span = await persistently(() => billing.grantTerm({ grantId, accountId, plan, months, force }));
      // The account's owner can read this note, so it is written only after the grant was made.
      const shown = await noteAction(context, 'term-granted', detail, accountId).then(
        () => [],
        () => [`The owner's activity does not show it yet: ${again}`],
      );
      return done(
        `Granted ${plan} for ${monthsText(months)} to ${JSON.stringify(account.email)} (account ${accountId}).`,
        `It runs from ${utc(span.startsAtSeconds * 1_000)} to ${utc(span.endsAtSeconds * 1_000)}.`,
        `Grant id ${grantId}: repeating the command with it has no second effect.`,
        ...shown,
      );
    } catch (error) {
      const outcome = failureOutcome(error, `It may still have had its effect. ${again}`);
      const isPaid = error instanceof DomainError && error.code === 'paid_term_runs';
      return isPaid ? { ...outcome, lines: [...outcome.lines, 'To end the paid term anyway: add --force.'] } : outcome;
    }
  },
};

interface Grant {
  emailOrAccount: string;
  plan: string;
  months: number;
  grantId: string;
  /** Undefined: a running paid term is kept. */
  force?: true;
}

/** Parses the command line. Billing decides which plans and lengths exist. Throws UsageError. */
export function parseGrant({ words, options }: CommandLine): Grant {
  const [emailOrAccount, plan, months, ...rest] = words;
  if (!emailOrAccount || !plan || !months || rest.length > 0) throw new UsageError('Three arguments are needed.');
  if (!/^\d{1,3}$/.test(months)) throw new UsageError('MONTHS must be a whole number.');
  const grantId = (options['grant-id'] as string | undefined) ?? randomUUID();
  if (!isUuid(grantId)) throw new UsageError('The grant id must be a UUID.');
  return { emailOrAccount, plan, months: Number(months), grantId, force: options.force === true || undefined };
}

const monthsText = (months: number) => (months === 1 ? '1 month' : `${months} months`);
