import type { Answers, AnswerTo } from './answers';
import {
  flag,
  list,
  maybeText,
  number,
  object,
  optional,
  orElse,
  orEmpty,
  orNull,
  type Reader,
  text,
  unread,
  yes,
} from './reader';

type User = AnswerTo<'authControllerMe'>['user'];

const message = { success: yes, message: orEmpty };

const userFields = object<User>({
  // Identifies the session's account, so that no other account in this browser sees its data.
  id: text(''),
  name: orEmpty,
  email: text(),
  email_verified: flag(true),
  has_password: flag(true),
  wallet_balance: orNull(number()),
  apiKey: optional(text()),
  api_key_last_used: orNull(object({ at: text(), client: orEmpty })),
  pending_email: maybeText,
  google_linked: flag(false),
  created_at: orEmpty,
});
const user: Reader<User> = (value) => {
  const found = userFields(value);
  return { ...found, id: found.id || found.email };
};
const session = object<AnswerTo<'authControllerLogin'>>({ success: yes, token: text(), user });
/** Our server answers the user twice. Either one is enough, and so is an answer that is the user itself. */
const account: Reader<AnswerTo<'authControllerMe'>> = (value) => {
  const { user: one, data: other } = (value ?? {}) as { user?: unknown; data?: unknown };
  const found = user(one ?? other ?? value);
  return { ...(value as object), success: true, user: found, data: found };
};

type Activity = AnswerTo<'profileControllerActivity'>['activity'][number];

const activityFields = object<Activity>({
  id: text(),
  at: text(),
  kind: text(),
  by: orEmpty,
  client: orEmpty,
  address: orEmpty,
  times: number(1),
  first_at: orEmpty,
});
/** An older server does not count repeated events: there each entry is one event. */
const activity: Reader<Activity> = (value) => {
  const found = activityFields(value);
  return { ...found, first_at: found.first_at || found.at };
};

const wishes = object<AnswerTo<'notificationsControllerGet'>>({
  success: yes,
  preferences: object({ tips: flag(), usage_alerts: flag(), plan_reminders: flag(), referral_news: flag() }),
});

/** How answers about accounts, sessions and keys are read. */
export const ACCOUNT_ANSWERS = {
  authControllerMe: account,
  authControllerRegister: object({ ...message, referral_applied: orNull(flag()) }),
  authControllerLogin: session,
  authControllerLogout: unread,
  authControllerVerifyEmail: session,
  authControllerResendVerification: object(message),
  mailedLinkControllerInspect: object({
    success: yes,
    link: object({ kind: text(), state: text(), email: maybeText, asked_at: orEmpty, same_browser: flag(false) }),
  }),
  mailedLinkControllerUndo: object({ ...message, email: text() }),
  passwordControllerForgot: object(message),
  passwordControllerReset: session,
  passwordControllerUpdate: object(message),
  sessionsControllerList: object({
    success: yes,
    sessions: list(
      object({
        id: text(),
        created_at: text(),
        expires_at: text(),
        client: orEmpty,
        address: orEmpty,
        current: flag(false),
      }),
    ),
  }),
  sessionsControllerEndAll: object({ ...message, ended: number(0) }),
  sessionsControllerEnd: object(message),
  googleControllerBegin: unread,
  googleControllerCallback: unread,
  googleLinkControllerLink: session,
  googleLinkControllerKeep: session,
  googleIdentitiesControllerList: object({
    success: yes,
    identities: list(object({ id: text(), email: maybeText, linked_at: orEmpty, last_used_at: maybeText })),
    removable: flag(false),
  }),
  googleIdentitiesControllerRemove: object(message),
  apiKeyControllerGenerate: object({ success: yes, apiKey: text() }),
  apiKeyControllerRotate: object({ success: yes, apiKey: text(), old_key_valid_until: maybeText }),
  apiKeyControllerRevoke: unread,
  profileControllerUpdate: account,
  profileControllerActivity: object({
    success: yes,
    activity: list(activity),
    more: flag(false),
  }),
  accountControllerExport: unread,
  accountControllerClose: object({
    ...message,
    erased_at: text(),
    forfeited: orElse(
      object<AnswerTo<'accountControllerClose'>['forfeited']>({
        plan: orNull(object({ plan: text(), end_date: number() })),
        wallet_balance: number(0),
      }),
      { plan: null, wallet_balance: 0 },
    ),
  }),
  notificationsControllerGet: wishes,
  notificationsControllerSet: wishes,
  unsubscribeControllerUnsubscribe: object({ ...message, topic: orEmpty }),
} satisfies Partial<Answers>;
