import { UsageError } from '@precis/events/operator/events-arguments';
import type { FindAccountResponse, User } from '@precis/proto/auth/v1/auth';
import type { GetSubscriptionResponse } from '@precis/proto/billing/v1/billing';
import { type CommandLine, done, EXIT, type OperatorCommand, type OperatorContext, utc } from './operator-command.js';
import { failureOutcome, persistently } from './unclear-end.js';

/** The mails that resend-mail can send. */
const MAILS = ['verify-email', 'reset-password'];
/** Shown for the plan while billing does not answer. */
const UNKNOWN = 'not known';
const AGAIN = 'It may still have had its effect. Repeat the command: a repeat has no second effect.';

const accountOf = async (context: OperatorContext, emailOrAccount: string): Promise<FindAccountResponse> =>
  persistently(() => context.services().auth.findAccount({ emailOrAccount }));
const shown = ({ accountId, email }: FindAccountResponse) => `account ${accountId}, ${JSON.stringify(email)}`;

function onlyWord({ words }: CommandLine): string {
  if (words.length !== 1) throw new UsageError('One account or e-mail address is needed.');
  return words[0];
}

const FIND: OperatorCommand = {
  name: 'find',
  synopsis: 'EMAIL-OR-ACCOUNT',
  summary: 'shows an account: its id, state, ways to log in, sessions and plan',
  help: ['Looking at an account is written into its audit log too.', 'Keys, passwords and links are never shown.'],
  isNoted: () => true,
  async run(line, context) {
    const wanted = onlyWord(line);
    try {
      const { auth, billing } = context.services();
      const { accountId } = await accountOf(context, wanted);
      const { operator } = context;
      const seen = await persistently(() => auth.inspectAccount({ accountId, operator }));
      const plan = await persistently(() => billing.getSubscription({ accountId })).then(
        planText,
        (error: unknown) => `${UNKNOWN}: ${failureOutcome(error, '').lines[0]}`,
      );
      const user = seen.user!;
      const ways = [...(user.hasPassword ? ['password'] : []), ...(seen.google ? ['Google'] : [])];
      const lines = [
        `account   ${accountId}, since ${utc(user.createdAtMs)}`,
        `e-mail    ${JSON.stringify(user.email)}${user.emailVerified ? '' : ', not verified'}${user.pendingEmail ? ', a new address waits until its link is followed' : ''}`,
        `state     ${stateText(user)}`,
        `logs in   by ${ways.join(' and ') || 'nothing yet'}; ${seen.liveSessions} live sessions`,
        `API key   ${keyText(user)}`,
        `plan      ${plan}`,
      ];
      return { exitCode: plan.startsWith(UNKNOWN) ? EXIT.unclear : EXIT.done, lines };
    } catch (error) {
      return failureOutcome(error, 'Nothing was changed. Repeat the command.');
    }
  },
};

const SUSPEND: OperatorCommand = {
  name: 'suspend',
  synopsis: 'EMAIL-OR-ACCOUNT',
  summary: 'refuses login, sessions and keys of an account until it is resumed',
  help: ['Every gateway refuses them within 1 s. Nothing is lost, and nothing is charged meanwhile.'],
  isNoted: () => true,
  run: (line, context) =>
    changed(line, context, async (account) => {
      await context.services().auth.suspendAccount({ accountId: account.accountId, operator: context.operator });
      return `Suspended ${shown(account)}.`;
    }),
};

const RESUME: OperatorCommand = {
  name: 'resume',
  synopsis: 'EMAIL-OR-ACCOUNT',
  summary: 'ends the suspension of an account; its login, sessions and key work again',
  help: [],
  isNoted: () => true,
  run: (line, context) =>
    changed(line, context, async (account) => {
      await context.services().auth.resumeAccount({ accountId: account.accountId, operator: context.operator });
      return `Resumed ${shown(account)}.`;
    }),
};

const END_SESSIONS: OperatorCommand = {
  name: 'end-sessions',
  synopsis: 'EMAIL-OR-ACCOUNT',
  summary: 'logs an account out everywhere; its API key stays valid',
  help: ['Every gateway refuses the sessions within 1 s.'],
  isNoted: () => true,
  run: (line, context) =>
    changed(line, context, async (account) => {
      const { accountId } = account;
      const { ended } = await context.services().auth.endSessionsByOperator({ accountId, operator: context.operator });
      return `Ended ${ended} sessions of ${shown(account)}.`;
    }),
};

const RESEND_MAIL: OperatorCommand = {
  name: 'resend-mail',
  synopsis: `EMAIL-OR-ACCOUNT ${MAILS.join('|')}`,
  summary: 'sends an account the mail with its verification or reset link again',
  help: ['The link goes to the address of the account alone; nobody else sees it.'],
  isNoted: () => true,
  async run({ words }, context) {
    const [wanted, kind, ...rest] = words;
    if (!wanted || !kind || rest.length > 0) throw new UsageError('Two arguments are needed.');
    if (!MAILS.includes(kind)) throw new UsageError(`The mail is one of ${MAILS.join(', ')}.`);
    try {
      const account = await accountOf(context, wanted);
      // Sent without a retry, because a repeat would be a second mail.
      await context.services().auth.resendMail({ accountId: account.accountId, kind, operator: context.operator });
      return done(`The mail ${kind} is on its way to ${shown(account)}.`);
    } catch (error) {
      return failureOutcome(
        error,
        'It may still have had its effect. Wait for the mail before you repeat the command: each repeat may send one more.',
      );
    }
  },
};

/** Runs a change that leaves the account in the same state when it is repeated. */
async function changed(
  line: CommandLine,
  context: OperatorContext,
  change: (account: FindAccountResponse) => Promise<string>,
) {
  const wanted = onlyWord(line);
  try {
    const account = await accountOf(context, wanted);
    return done(await persistently(() => change(account)));
  } catch (error) {
    return failureOutcome(error, AGAIN);
  }
}

/** Commands on one account, in the order of the help. */
export const ACCOUNT_COMMANDS: OperatorCommand[] = [FIND, SUSPEND, RESUME, RESEND_MAIL, END_SESSIONS];

function stateText(user: User): string {
  const states = [
    ...(user.suspended ? ['suspended'] : []),
    ...(user.erasedAtMs ? [`closed by its owner, erased at ${utc(user.erasedAtMs)}`] : []),
  ];
  return states.join('; ') || 'active';
}

/** Describes the key without showing it: only its owner may see it, and auth does not send it to operators. */
const keyText = ({ apiKeyLastUsedMs }: User): string =>
  apiKeyLastUsedMs ? `last used ${utc(apiKeyLastUsedMs)}` : 'none, or never used';

function planText({ plan, isActive, videoLimit, endDateSeconds }: GetSubscriptionResponse): string {
  const until = endDateSeconds ? `, ${isActive ? 'until' : 'ended'} ${utc(endDateSeconds * 1_000)}` : '';
  return `${plan}${until}, ${videoLimit} videos a month`;
}
