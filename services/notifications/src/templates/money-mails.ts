import { BRAND } from './brand.js';
import { dayOf, dollarsOf, type MailContent, type MailFacts, numberIn, wordIn } from './mail-content.js';

const { name: PRODUCT } = BRAND;
const REMINDERS = `You get this mail because plan reminders are on for your ${PRODUCT} account.`;

const monthsOf = (months: number) => (months === 1 ? '1 month' : `${months} months`);
/** Events have plan codes, mails have names: `basic` is Basic. */
const planOf = (params: MailFacts['params']) => {
  const plan = wordIn(params, 'plan');
  return plan[0].toUpperCase() + plan.slice(1);
};

const METHODS: Record<string, string> = { stripe: 'by card', crypto: 'in crypto', wallet: 'from your wallet' };

/** Sent once per payment, with every amount; a term does not renew automatically (PAY-4, MAIL-15). */
export function receipt({ publicUrl, params }: MailFacts): MailContent {
  const plan = planOf(params);
  const [totalCents, amountCents] = ['totalCents', 'amountCents'].map((name) => numberIn(params, name));
  const [paidAtMs, startsAtMs, endsAtMs] = ['paidAtMs', 'startsAtMs', 'endsAtMs'].map((name) => numberIn(params, name));
  const paid = dollarsOf(amountCents);
  const method = METHODS[wordIn(params, 'method')];
  const credit: [string, string][] =
    totalCents > amountCents ? [['Credit', `-${dollarsOf(totalCents - amountCents)}`]] : [];
  const begins = startsAtMs > paidAtMs ? `begins on ${dayOf(startsAtMs)}` : 'is active';
  return {
    subject: `Your ${PRODUCT} receipt`,
    preview: `${plan}, ${paid}.`,
    parts: [
      {
        paragraph:
          amountCents > 0
            ? `thank you. Your payment has arrived, and your ${plan} plan ${begins}.`
            : `your credit covered the whole price, and your ${plan} plan ${begins}.`,
      },
      {
        facts: [
          ['Receipt', wordIn(params, 'receiptId')],
          ['Date', dayOf(paidAtMs)],
          ['Plan', `${plan}, ${monthsOf(numberIn(params, 'months'))}`],
          ['From', dayOf(startsAtMs)],
          ['To', dayOf(endsAtMs)],
          ['Price', dollarsOf(totalCents)],
          ...credit,
          ['Paid', amountCents > 0 && method ? `${paid}, ${method}` : paid],
        ],
      },
      { paragraph: 'You pay for a term once. It does not renew automatically.' },
      { note: 'All your payments and receipts', link: `${publicUrl}/profile` },
    ],
    reason: `You get this mail because you paid for ${PRODUCT}. Receipts are always sent.`,
  };
}

/** Sent 7, 3 and 1 days before the end of an account's paid time (MAIL-6). `plan`: the one that ends then. */
export function planExpiring({ publicUrl, params }: MailFacts): MailContent {
  const days = numberIn(params, 'days');
  const left = days === 1 ? '1 day' : `${days} days`;
  const plan = planOf(params);
  return {
    subject: `Your ${PRODUCT} plan ends in ${left}`,
    preview: 'Extend it, and nothing changes.',
    parts: [
      {
        paragraph: `your ${plan} plan ends on ${dayOf(numberIn(params, 'endsAtMs'))}. It does not renew automatically. If you extend it before that day, the new term follows the old one without a gap.`,
      },
      { button: 'Extend the plan', link: `${publicUrl}/pricing?extend=${encodeURIComponent(wordIn(params, 'plan'))}` },
      { paragraph: 'Otherwise your account continues with the Free plan.' },
    ],
    reason: REMINDERS,
  };
}

/** Sent when the paid time has ended, also after a cancellation (MAIL-6). */
export function planExpired({ publicUrl, params }: MailFacts): MailContent {
  const plan = planOf(params);
  return {
    subject: `Your ${PRODUCT} plan has ended`,
    preview: 'Your account continues with the Free plan.',
    parts: [
      {
        paragraph: `your ${plan} plan ended on ${dayOf(numberIn(params, 'endsAtMs'))}. Your account continues with the Free plan; your key and your summaries stay.`,
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
