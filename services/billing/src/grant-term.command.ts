import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { backoffMs } from '@precis/runtime/backoff';
import { DomainError } from '@precis/runtime/domain-error';
import { connectRpc } from '@precis/runtime/grpc-client';
import { pause } from '@precis/runtime/pause';
import { GRANT_USAGE, parseGrantArguments } from './grant-arguments.js';

/** Where the command finds the services. Addresses are gRPC targets: `unix:/path`, `dns:///name:port`, `host:port`. */
export interface OperatorConnection {
  billingAddress: string;
  authAddress: string;
  /** The secret of the caller `operator`, as both services know it. */
  secret: string;
}

/** Exit codes of the command, so that scripts can tell a typing error from a service that is away. */
export const GRANT_EXIT = { done: 0, failed: 1, usage: 2, accountUnknown: 3, refused: 4, unavailable: 5 } as const;

const TRIES = 5;
const RETRY = { firstMs: 200, factor: 2, capMs: 5_000 };

/**
 * `EMAIL-OR-ACCOUNT PLAN MONTHS [--grant-id UUID]`: finds the account at auth, grants the term at billing and says what was granted.
 * A lost answer is asked for again under the same grant id, so that the account gets one term. Answers the exit code.
 */
export async function runGrantTerm(
  args: string[],
  connection: OperatorConnection,
  print: (line: string) => void,
): Promise<number> {
  const wanted = parseGrantArguments(args);
  if ('problem' in wanted) {
    print(`${wanted.problem}\n${GRANT_USAGE}`);
    return GRANT_EXIT.usage;
  }
  const { emailOrAccount, plan, months, grantId } = wanted;
  const asOperator = { caller: 'operator', secret: connection.secret };
  const auth = connectRpc(AuthServiceService, { address: connection.authAddress, ...asOperator });
  const billing = connectRpc(BillingServiceService, { address: connection.billingAddress, ...asOperator });
  try {
    const account = await persistently(() => auth.findAccount({ emailOrAccount }));
    const span = await persistently(() => billing.grantTerm({ grantId, accountId: account.accountId, plan, months }));
    print(
      `Granted ${plan} for ${monthsText(months)} to ${JSON.stringify(account.email)} (account ${account.accountId}).`,
    );
    print(`It runs from ${utc(span.startsAtSeconds)} to ${utc(span.endsAtSeconds)}.`);
    print(`Grant id ${grantId}: repeating the command with it has no second effect.`);
    return GRANT_EXIT.done;
  } catch (error) {
    const exit = exitOf(error);
    print(
      `Not granted: ${error instanceof DomainError ? `${error.publicMessage} (${error.code})` : 'unexpected failure, see the logs of auth and billing.'}`,
    );
    if (exit === GRANT_EXIT.unavailable || exit === GRANT_EXIT.failed)
      print(`It may still have had its effect. To try again: add --grant-id ${grantId}`);
    return exit;
  } finally {
    auth.close();
    billing.close();
  }
}

/** Both calls have one effect however often they run, so that an absent service or a lost answer is simply asked again. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES || !(error instanceof DomainError) || error.kind !== 'unavailable') throw error;
      await pause(backoffMs(RETRY, attempt, Math.random()));
    }
  }
}

function exitOf(error: unknown): number {
  if (!(error instanceof DomainError)) return GRANT_EXIT.failed;
  if (error.kind === 'not_found') return GRANT_EXIT.accountUnknown;
  return error.kind === 'unavailable' ? GRANT_EXIT.unavailable : GRANT_EXIT.refused;
}

const monthsText = (months: number) => (months === 1 ? '1 month' : `${months} months`);
const utc = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', ' UTC').replace('T', ' ');
