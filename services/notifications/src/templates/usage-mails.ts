import { BRAND } from './brand.js';
import { dayOf, type MailContent, type MailFacts, monthOf, numberIn, wordIn } from './mail-content.js';

/** 80 or 100% of the month's videos are used (MAIL-10). */
export function quotaThreshold({ publicUrl, params }: MailFacts): MailContent {
  const [percent, used, limit] = ['percent', 'used', 'limit'].map((name) => numberIn(params, name));
  const [year, month] = wordIn(params, 'month').split('-').map(Number);
  const freshDay = dayOf(Date.UTC(year, month));
  const counts = `${used} of the ${limit} videos of this month`;
  const gone = percent >= 100;
  return {
    subject: gone ? 'All videos of this month are used' : `${percent}% of this month's videos are used`,
    preview: `${counts} are used.`,
    parts: [
      {
        paragraph: gone
          ? `${counts} are used. Further calls are refused with status 429 until the next month begins:`
          : `${counts} are used.`,
      },
      { facts: [['New videos from', `${freshDay}, 00:00 UTC`]] },
      { paragraph: 'A larger plan takes effect at once; the videos that you have used still count.' },
      { button: 'See the plans', link: `${publicUrl}/pricing` },
    ],
    reason: `You get this mail because usage alerts are on for your ${BRAND.name} account.`,
  };
}

/** A webhook was disabled, because it answered 410 or no delivery succeeded for days (HOOK-11). */
export function webhookDisabled({ publicUrl, params }: MailFacts): MailContent {
  const why =
    wordIn(params, 'reason') === 'gone'
      ? 'it answered with status 410, which means that it is gone'
      : 'no delivery to it has succeeded in the last 5 days';
  return {
    subject: 'A webhook was disabled',
    preview: 'One of your webhooks gets no more deliveries.',
    parts: [
      { paragraph: `one of your webhooks was disabled: ${why}.` },
      { paragraph: 'Enable it again once its receiver works. You can replay missed deliveries for 30 days.' },
      { button: 'See your webhooks', link: `${publicUrl}/profile` },
    ],
    reason: `You get this mail because your ${BRAND.name} account has webhooks.`,
  };
}

/** The usage of a month, with the final head of its statement (STAT-4). */
export function monthStatement({ publicUrl, params }: MailFacts): MailContent {
  const [used, lines] = ['used', 'lines'].map((name) => numberIn(params, name));
  const month = monthOf(wordIn(params, 'month'));
  const videos = used === 1 ? '1 video' : `${used} videos`;
  return {
    subject: `Your usage of ${month}`,
    preview: `${videos} in ${month}.`,
    parts: [
      { paragraph: `you used ${videos} in ${month}. Each of them is a line in your statement of the month.` },
      {
        facts: [
          ['Videos used', String(used)],
          ['Lines', String(lines)],
          ['Account', wordIn(params, 'account')],
          ['Head', wordIn(params, 'head')],
        ],
      },
      {
        paragraph:
          'Please keep this mail. A statement whose last line has this head is complete and unchanged up to this day.',
      },
      { button: 'Download the statement', link: `${publicUrl}/usage` },
      { note: 'Verify a statement', link: `${publicUrl}/verify-statement` },
    ],
    reason: `You get this mail because usage alerts are on for your ${BRAND.name} account.`,
  };
}
