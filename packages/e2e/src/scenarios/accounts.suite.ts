import { databaseRows } from '../deployment/database-rows.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Distributed } from '../deployment/distributed.js';
import { accountEndJourneys, type WeekLater } from './account-end.suite.js';
import { addressJourneys } from './addresses.suite.js';
import { Journeys } from './journeys.js';
import { sessionJourneys } from './own-sessions.suite.js';
import { passwordJourneys } from './passwords.suite.js';
import { wantedMailsJourneys } from './wanted-mails.suite.js';

const WEEK_SECONDS = 7 * 86_400;

/** The life of an account from the customer's point of view: over HTTP, with real mails and the operator's program. googleScenario covers Google. */
export function accountsScenario(using: () => Deployment, weekLater: WeekLater): void {
  describe('accounts', () => {
    const journeys = new Journeys(using);
    passwordJourneys(using, journeys);
    addressJourneys(using, journeys);
    sessionJourneys(using, journeys);
    wantedMailsJourneys(using, journeys);
    accountEndJourneys(using, journeys, weekLater);

    it('no journey led to a mail more, or twice', async () => {
      await journeys.expectNoFurtherMails();
    });
  });
}

/** Moves the clock of every service of a sandbox. */
export function sandboxWeek(using: () => Deployment): WeekLater {
  const move = async (body: object) =>
    expect((await using().call('POST', '/sandbox/clock', { body })).status).toBe(200);
  return {
    pass: () => move({ advance_seconds: WEEK_SECONDS }),
    undo: () => move({ offset_seconds: 0 }),
  };
}

/** Separate processes use the machine's clock, so the end of the seven days is moved instead, and the periodic jobs do the rest. */
export function earlierEnd(using: () => Distributed): WeekLater {
  return {
    pass: async (accountId) => {
      const sql = `UPDATE users SET erased_at = erased_at - interval '7 days' WHERE id = $1 AND erased_at IS NOT NULL`;
      await databaseRows(using().databaseUrls.auth, sql, [accountId]);
    },
    undo: async () => undefined,
  };
}
