import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Distributed } from '../deployment/distributed.js';
import { runCommand } from '../deployment/run-command.js';
import type { CallingAccount } from '../clients/calling-account.js';
import type { ClientView } from '../clients/client-view.js';

const PLAN = 'enterprise';
const VIDEOS_PER_MONTH = 3_000;
const PATIENCE_MS = 240_000;

/** Grants accounts a plan by the operator's command, repeated under one grant id until it succeeds. */
export class Operator {
  granted = 0;
  /** Commands in progress: each may be interrupted. */
  open = 0;

  constructor(
    private readonly precis: Distributed,
    private readonly view: ClientView,
  ) {}

  /** Waits until the plan is in effect for the account's calls. */
  async grant(account: CallingAccount): Promise<void> {
    const endMs = performance.now() + PATIENCE_MS;
    const grantId = randomUUID();
    this.open++;
    while (!(await this.command(account.email, grantId))) {
      if (performance.now() > endMs)
        return this.view.noteWrong(`the grant for ${account.email} was not done within ${PATIENCE_MS / 1_000} s`);
      await pause(500);
    }
    this.open--;
    this.granted++;
    // The term reaches usage as an event.
    while ((await this.limitOf(account)) !== VIDEOS_PER_MONTH) {
      if (performance.now() > endMs)
        return this.view.noteWrong(`the plan of ${account.email} did not count within ${PATIENCE_MS / 1_000} s`);
      await pause(500);
    }
    account.limit = VIDEOS_PER_MONTH;
  }

  private command(email: string, grantId: string): Promise<boolean> {
    return runCommand('packages/operator/dist/bundled/main.js', { ...this.precis.operator, PRECIS_OPERATOR: 'chaos' }, [
      'grant-term',
      email,
      PLAN,
      '1',
      '--grant-id',
      grantId,
      '--reason',
      'a test',
    ]).then(
      () => true,
      (error: Error) => {
        if (
          !/Not done: .*unavailable/i.test(error.message) &&
          !error.message.includes('It may still have had its effect')
        )
          this.view.noteWrong(`grant for ${email}: ${error.message}`);
        return false;
      },
    );
  }

  private async limitOf({ token }: CallingAccount): Promise<number | undefined> {
    return (await this.view.send('reading', 'GET', '/api/usage/summary', { token }))?.body?.data?.current.limit as
      | number
      | undefined;
  }
}
