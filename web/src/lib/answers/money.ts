import { DEFAULT_LIMITS } from '../default-limits';
import type { Answers, AnswerTo } from './answers';
import {
  flag,
  list,
  maybeText,
  number,
  object,
  oneOf,
  optional,
  orElse,
  orEmpty,
  orNull,
  type Reader,
  text,
  unread,
  yes,
} from './reader';

type Plan = AnswerTo<'subscriptionControllerPlans'>['plans'][number];

const maybeNumber = orNull(number());
const message = { success: yes, message: orEmpty };

const planFields = object<Plan>({
  key: text(),
  name: orEmpty,
  features: list(text()),
  price: number(),
  durations: list(
    object<Plan['durations'][number]>({
      key: oneOf(['monthly', '3months', '6months', 'yearly']),
      price: number(),
    }),
  ),
  videos_per_month: number(0),
});
const plan: Reader<Plan> = (value) => {
  const found = planFields(value);
  const usual = DEFAULT_LIMITS.find((one) => one.plan === found.key)?.videos_per_month ?? 0;
  return { ...found, name: found.name || found.key, videos_per_month: found.videos_per_month || usual };
};
/** Unix seconds, or the same as an ISO time. */
const time: Reader<number> = (value) => number()(typeof value === 'string' ? Date.parse(value) / 1000 : value);
const paymentFields = {
  id: text(),
  status: text(),
  plan: orEmpty,
  duration: orEmpty,
  payment_method: orEmpty,
  total: number(0),
  credit: number(0),
  amount: number(),
  refunded: number(0),
  created_at: time,
  completed_at: maybeNumber,
  starts_at: maybeNumber,
  ends_at: maybeNumber,
  receipt_number: maybeText,
  session_id: maybeText,
  note: maybeText,
};

/** How answers about plans, payments, the wallet and referrals are read. */
export const MONEY_ANSWERS = {
  walletControllerStatement: object({
    success: yes,
    wallet_balance: number(0),
    entries: list(
      object({
        sequence: number(),
        created_at: time,
        reason: orEmpty,
        reference: orEmpty,
        amount: number(),
        balance: number(),
      }),
    ),
    next: maybeNumber,
  }),
  referralControllerLink: object({ success: yes, referral_link: text(), referral_code: text() }),
  referralControllerStats: object({
    success: yes,
    total_earnings: number(),
    total_referrals: number(),
    pending_earnings: number(),
    completed_earnings: number(),
  }),
  referralControllerHistory: object({
    success: yes,
    history: list(
      object({
        id: text(),
        created_at: time,
        referred_id: text(),
        amount_earned: number(),
        percentage: number(),
        status: text(),
      }),
    ),
    next: maybeText,
  }),
  subscriptionControllerPlans: object({ success: yes, plans: list(plan) }),
  subscriptionControllerMyPlan: object({
    success: yes,
    subscription: object<AnswerTo<'subscriptionControllerMyPlan'>['subscription']>({
      plan: text(),
      isActive: flag(),
      remainingDays: maybeNumber,
      videoLimit: number(),
      endDate: maybeNumber,
    }),
  }),
  subscriptionControllerCancel: object(message),
  paymentControllerQuote: object({
    success: yes,
    quote_id: text(),
    kind: orEmpty,
    lines: list(object({ kind: orEmpty, label: text(), amount: number() })),
    total: number(),
    credit: number(0),
    due: number(),
    starts_at: number(),
    ends_at: number(),
    expires_at: number(0),
    wallet_balance: number(),
  }),
  paymentControllerCreateSession: object({ success: yes, url: optional(text()), message: optional(text()) }),
  paymentControllerHistory: object({ success: yes, history: list(object(paymentFields)), next: maybeText }),
  // Its page shows only the status of the payment, and no amount or day.
  paymentControllerSession: object({
    success: yes,
    payment: object({ ...paymentFields, id: orEmpty, amount: number(0), created_at: orElse(time, 0) }),
  }),
  receiptsControllerReceipt: unread,
  paymentControllerHistoryTable: unread,
} satisfies Partial<Answers>;
