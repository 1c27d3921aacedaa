import { BRAND } from './brand.js';
import { dayOf, dollarsOf, type MailContent, type MailFacts, numberIn, wordIn } from './mail-content.js';

const { name: PRODUCT } = BRAND;
const REMINDERS = `You get this mail because plan reminders are on for your ${PRODUCT} account.`;

const monthsOf = (months: number) => (months === 1 ? '1 month' : `${months} months`);
/** Plans are codes in events and names on pages: `basic` is Basic. */
const planOf = (params: MailFacts['params']) => {
  const plan = wordIn(params, 'plan');
  return plan[0].toUpperCase() + plan.slice(1);
};

/** What was paid, once per payment; a term does not renew by itself (PAY-4). */
export function receipt({ params }: MailFacts): MailContent {
  const plan = planOf(params);
  const amount = dollarsOf(numberIn(params, 'amountCents'));
  return {
    subject: `Your ${PRODUCT} receipt`,
    preview: `${plan}, ${amount}.`,
    parts: [
      { paragraph: `thank you. Your payment has arrived, and your ${plan} plan is active.` },
      {
        facts: [
          ['Receipt', wordIn(params, 'receiptId')],
          ['Plan', `${plan}, ${monthsOf(numberIn(params, 'months'))}`],
          ['From', dayOf(numberIn(params, 'startsAtMs'))],
          ['To', dayOf(numberIn(params, 'endsAtMs'))],
          ['Paid', `${amount}, ${wordIn(params, 'method')}`],
        ],
      },
      { paragraph: 'The term is paid once and does not renew by itself.' },
    ],
    reason: `You get this mail because you paid for ${PRODUCT}. Receipts are always sent.`,
  };
}

/** 7, 3 and 1 day before a term ends (MAIL-6). */
export function planExpiring({ publicUrl, params }: MailFacts): MailContent {
  const days = numberIn(params, 'days');
  const left = days === 1 ? '1 day' : `${days} days`;
  const plan = planOf(params);
  return {
    subject: `Your ${PRODUCT} plan ends in ${left}`,
    preview: 'Extend it, and nothing changes.',
    parts: [
      {
        paragraph: `your ${plan} plan ends on ${dayOf(numberIn(params, 'endsAtMs'))}. It does not renew by itself. Extended before that day, the new term follows the old one without a gap.`,
      },
      { button: 'Extend the plan', link: `${publicUrl}/pricing` },
      { paragraph: 'Without it your account goes on with the Free plan.' },
    ],
    reason: REMINDERS,
  };
}

export function planExpired({ publicUrl, params }: MailFacts): MailContent {
  const plan = planOf(params);
  return {
    subject: `Your ${PRODUCT} plan has ended`,
    preview: 'Your account goes on with the Free plan.',
    parts: [
      {
        paragraph: `your ${plan} plan ended on ${dayOf(numberIn(params, 'endsAtMs'))}. Your account goes on with the Free plan; your key and your summaries stay.`,
      },
      { button: 'See the plans', link: `${publicUrl}/pricing` },
    ],
    reason: REMINDERS,
  };
}

/** A commission was credited to the wallet (REF-2). */
export function commission({ publicUrl, params }: MailFacts): MailContent {
  const amount = dollarsOf(numberIn(params, 'amountCents'));
  return {
    subject: `You earned ${amount} at ${PRODUCT}`,
    preview: 'A referral of yours has paid.',
    parts: [
      {
        paragraph: `somebody whom you invited has paid, and ${amount} are in your wallet. You can pay your next term with it.`,
      },
      { button: 'See your referrals', link: `${publicUrl}/referrals` },
    ],
    reason: `You get this mail because referral news are on for your ${PRODUCT} account.`,
  };
}
