import { eventually } from '@precis/testing/eventually';
import type { Deployment, Mail } from '../deployment/deployment.js';
import { grantPlan } from '../deployment/grant-plan.js';
import { type Journeys, MAILS, mailWith, openedLink, REGISTERED } from './journeys.js';

const AT_ONCE = 10;
/** Numbers of Basic's 100 videos. */
const [EIGHTY, ALL] = [80, 100];
const CLICK = {
  raw: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

/** The mails that a customer wants, and the ways to stop them (MAIL-7, MAIL-8, MAIL-10, QUOTA-20, API-22). */
export function wantedMailsJourneys(using: () => Deployment, journeys: Journeys): void {
  const BEFORE = [...REGISTERED, MAILS.keyGenerated];
  const onBasic = async () => {
    const ann = await journeys.customer();
    await grantPlan(using().operator, ann.email, 'basic');
    await eventually(
      'usage knows of the term',
      async () => (await journeys.as(ann, 'GET', '/api/usage/summary')).body.data.current.limit === ALL,
    );
    return ann;
  };
  const spend = async (key: string, videos: number) => {
    for (let left = videos; left > 0; left -= AT_ONCE) {
      const calls = Array.from({ length: Math.min(left, AT_ONCE) }, () => journeys.summarise(key));
      expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    }
  };
  const preferences = async (account: { token: string }) =>
    (await journeys.as(account, 'GET', '/api/user/notifications')).body.preferences;
  const unsubscribeLink = ({ links }: Mail) => links.filter((link) => link.includes('/unsubscribe?token='));

  describe('usage alerts', () => {
    it('come at 80% once, with a link that stops them by one click; after it none comes, for this account alone', async () => {
      const [ann, ben] = [await onBasic(), await onBasic()];
      await spend(ann.key, EIGHTY - 1);
      await journeys.mails(ann.email, ...BEFORE);
      await spend(ann.key, 1);
      const mail = mailWith(await journeys.mails(ann.email, ...BEFORE, MAILS.quota80), MAILS.quota80);
      expect(mail.text).toContain(`${EIGHTY} of the ${ALL} videos`);

      // Programs that scan mails open every link, so the page alone changes nothing.
      await openedLink(mail, '/unsubscribe');
      expect((await preferences(ann)).usage_alerts).toBe(true);
      const { pathname, search } = new URL(unsubscribeLink(mail)[0]);
      for (let click = 0; click < 2; click++) {
        const answer = await using().call('POST', pathname + search, CLICK);
        expect([answer.status, answer.body.topic]).toEqual([200, 'usage_alerts']);
      }
      const wanted = { tips: true, usage_alerts: false, plan_reminders: true, referral_news: true };
      expect(await preferences(ann)).toEqual(wanted);
      await spend(ann.key, ALL - EIGHTY);

      // Mails about the account's security still arrive, and have no such link.
      expect((await journeys.as(ann, 'POST', '/api/api-key/rotate', {})).status).toBe(200);
      await spend(ben.key, EIGHTY);
      await journeys.mails(ben.email, ...BEFORE, MAILS.quota80);
      const mails = await journeys.mails(ann.email, ...BEFORE, MAILS.quota80, MAILS.keyRotated);
      expect(
        mails
          .filter((one) => unsubscribeLink(one).length > 0)
          .map(({ subject }) => subject)
          .sort(),
      ).toEqual([MAILS.quota80, MAILS.welcome]);
      const steps = ['registered', 'email-verified', 'key-generated', 'operator: term-granted', 'key-rotated'];
      expect(await journeys.activity(ann)).toEqual(steps);
    });

    it('do not come to who turned them off, and come again when they are wanted again', async () => {
      const [ann, ben] = [await journeys.customer(), await journeys.customer()];
      const choose = async (account: { token: string }, usageAlerts: boolean) => {
        const wanted = { tips: true, usage_alerts: usageAlerts, plan_reminders: true, referral_news: true };
        expect((await journeys.as(account, 'PUT', '/api/user/notifications', wanted)).status).toBe(200);
        expect(await preferences(account)).toEqual(wanted);
      };
      await choose(ann, false);
      await choose(ben, false);
      await choose(ben, true);
      // The last of Free's three videos reaches both 80 and 100%, which sends one mail.
      await spend(ann.key, 3);
      await spend(ben.key, 3);
      await journeys.mails(ben.email, ...BEFORE, MAILS.quota100);
      await journeys.mails(ann.email, ...BEFORE);
    });
  });
}
