import { UsageError } from '@precis/events/operator/events-arguments';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { parseArgs } from 'node:util';
import { ACCOUNT_COMMANDS } from './accounts.js';
import { readConnection } from './connection.js';
import { EVENTS } from './events.js';
import { GRANT_TERM } from './grant-term.js';
import {
  type CommandLine,
  connectServices,
  done,
  EXIT,
  type OperatorCommand,
  type Outcome,
  type Services,
} from './operator-command.js';
import { REFUND } from './refund.js';
import { failureOutcome } from './unclear-end.js';

const COMMANDS: OperatorCommand[] = [...ACCOUNT_COMMANDS, GRANT_TERM, REFUND, EVENTS];

const EVERY_COMMAND = {
  operator: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
const LONGEST_NAME = 64;
/** Shorter than the 200 characters of ACC-45, because noteAction() appends up to 99 characters about the action. */
const LONGEST_REASON = 100;

/**
 * Runs one command of an operator (OPS-8). A command that reads or changes an account, or changes events, records an operator and a reason in the
 * audit log first (OPS-10). Never rejects; prints no secret.
 */
export async function runOperator(args: string[], settings: Record<string, string | undefined>): Promise<Outcome> {
  const [name = '', ...rest] = args;
  if (['', 'help', '--help', '-h'].includes(name)) return helpOutcome(name, rest[0]);
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return { exitCode: EXIT.usage, lines: [`There is no command ${JSON.stringify(name)}.`, ...overview()] };
  let services: Services | undefined;
  try {
    const line = parseLine(command, rest);
    if (line.options.help) return done(...helpOf(command));
    const operator = command.isNoted(line) ? operatorOf(line, settings) : { name: '', reason: '' };
    const open = () => (services ??= connectServices(readConnection(settings)));
    return await command.run(line, { operator, services: open, settings });
  } catch (error) {
    if (error instanceof UsageError) return { exitCode: EXIT.usage, lines: [error.message, ...helpOf(command)] };
    return failureOutcome(
      error,
      'It may still have had its effect. See the logs of auth and billing before you repeat it.',
    );
  } finally {
    services?.auth.close();
    services?.billing.close();
  }
}

function parseLine(command: OperatorCommand, args: string[]): CommandLine {
  try {
    const options = { ...command.options, ...EVERY_COMMAND };
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return { words: positionals, options: values as CommandLine['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0], { cause: error });
  }
}

/** Who acts and why. Throws UsageError. */
function operatorOf({ options }: CommandLine, settings: Record<string, string | undefined>): Operator {
  const name = String(options.operator ?? settings.PRECIS_OPERATOR ?? '').trim();
  const reason = String(options.reason ?? '').trim();
  if (!name || name.length > LONGEST_NAME || /\p{C}/u.test(name))
    throw new UsageError(`--operator NAME (or PRECIS_OPERATOR) says who you are, in 1 to ${LONGEST_NAME} characters.`);
  if (!reason || reason.length > LONGEST_REASON || /\p{C}/u.test(reason))
    throw new UsageError(`--reason TEXT says why, in 1 to ${LONGEST_REASON} characters: the audit log keeps it.`);
  return { name, reason };
}

/** The help. It is a usage error when no command was given, and a success when it was requested. */
function helpOutcome(word: string, of?: string): Outcome {
  const command = COMMANDS.find(({ name }) => name === of);
  const lines = command ? helpOf(command) : overview();
  return { exitCode: word === '' ? EXIT.usage : EXIT.done, lines };
}

const WIDEST = Math.max(...COMMANDS.map(({ name }) => name.length));

const overview = (): string[] => [
  'Usage: npm run operator -- COMMAND ... --operator NAME --reason TEXT',
  ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDEST)}  ${summary}`),
  `  ${'help'.padEnd(WIDEST)}  COMMAND: shows the arguments and options of a command`,
  ...ABOUT_ALL,
];

const helpOf = ({ name, synopsis, summary, help }: OperatorCommand): string[] => [
  `Usage: npm run operator -- ${name} ${synopsis} --operator NAME --reason TEXT`,
  `  It ${summary}.`,
  ...help.map((text) => `  ${text}`),
  ...ABOUT_ALL,
];

const ABOUT_ALL = [
  'PRECIS_OPERATOR replaces --operator. The audit log records operator and reason before the action; if it cannot, nothing is done.',
  'AUTH_ADDRESS, BILLING_ADDRESS and OPERATOR_SECRET name the services; without them the command uses the `make start` on PRECIS_DATA_DIR (.data).',
  'Exit codes: 0 done, 1 failed or nothing found, 2 wrong usage, 3 no such account, 4 refused, 5 a service is unavailable: see the last line.',
];
