import { api } from './api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    authControllerMe: build.query<AuthControllerMeApiResponse, AuthControllerMeApiArg>({
      query: () => ({ url: `/api/auth/me` }),
    }),
    authControllerRegister: build.mutation<AuthControllerRegisterApiResponse, AuthControllerRegisterApiArg>({
      query: (queryArg) => ({ url: `/api/auth/register`, method: 'POST', body: queryArg.body }),
    }),
    authControllerLogin: build.mutation<AuthControllerLoginApiResponse, AuthControllerLoginApiArg>({
      query: (queryArg) => ({ url: `/api/auth/login`, method: 'POST', body: queryArg.body }),
    }),
    authControllerLogout: build.mutation<AuthControllerLogoutApiResponse, AuthControllerLogoutApiArg>({
      query: () => ({ url: `/api/auth/logout`, method: 'POST' }),
    }),
    authControllerVerifyEmail: build.mutation<AuthControllerVerifyEmailApiResponse, AuthControllerVerifyEmailApiArg>({
      query: (queryArg) => ({ url: `/api/auth/verify-email`, method: 'POST', body: queryArg.body }),
    }),
    authControllerResendVerification: build.mutation<
      AuthControllerResendVerificationApiResponse,
      AuthControllerResendVerificationApiArg
    >({
      query: (queryArg) => ({ url: `/api/auth/resend-verification`, method: 'POST', body: queryArg.body }),
    }),
    mailedLinkControllerInspect: build.query<MailedLinkControllerInspectApiResponse, MailedLinkControllerInspectApiArg>(
      {
        query: (queryArg) => ({
          url: `/api/auth/mailed-link`,
          params: {
            token: queryArg.token,
          },
        }),
      },
    ),
    mailedLinkControllerUndo: build.mutation<MailedLinkControllerUndoApiResponse, MailedLinkControllerUndoApiArg>({
      query: (queryArg) => ({ url: `/api/auth/undo-email-change`, method: 'POST', body: queryArg.body }),
    }),
    passwordControllerForgot: build.mutation<PasswordControllerForgotApiResponse, PasswordControllerForgotApiArg>({
      query: (queryArg) => ({ url: `/api/auth/forgot-password`, method: 'POST', body: queryArg.body }),
    }),
    passwordControllerReset: build.mutation<PasswordControllerResetApiResponse, PasswordControllerResetApiArg>({
      query: (queryArg) => ({ url: `/api/auth/reset-password`, method: 'POST', body: queryArg.body }),
    }),
    passwordControllerUpdate: build.mutation<PasswordControllerUpdateApiResponse, PasswordControllerUpdateApiArg>({
      query: (queryArg) => ({ url: `/api/auth/update-password`, method: 'PUT', body: queryArg.body }),
    }),
    sessionsControllerList: build.query<SessionsControllerListApiResponse, SessionsControllerListApiArg>({
      query: () => ({ url: `/api/auth/sessions` }),
    }),
    sessionsControllerEndAll: build.mutation<SessionsControllerEndAllApiResponse, SessionsControllerEndAllApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sessions`,
        method: 'DELETE',
        params: {
          all: queryArg.all,
        },
      }),
    }),
    sessionsControllerEnd: build.mutation<SessionsControllerEndApiResponse, SessionsControllerEndApiArg>({
      query: (queryArg) => ({ url: `/api/auth/sessions/${queryArg.id}`, method: 'DELETE' }),
    }),
    googleControllerBegin: build.query<GoogleControllerBeginApiResponse, GoogleControllerBeginApiArg>({
      query: () => ({ url: `/api/auth/google` }),
    }),
    googleControllerCallback: build.query<GoogleControllerCallbackApiResponse, GoogleControllerCallbackApiArg>({
      query: () => ({ url: `/api/auth/google/callback` }),
    }),
    googleLinkControllerLink: build.mutation<GoogleLinkControllerLinkApiResponse, GoogleLinkControllerLinkApiArg>({
      query: (queryArg) => ({ url: `/api/auth/google/link`, method: 'POST', body: queryArg.body }),
    }),
    googleLinkControllerKeep: build.mutation<GoogleLinkControllerKeepApiResponse, GoogleLinkControllerKeepApiArg>({
      query: (queryArg) => ({ url: `/api/auth/google/keep`, method: 'POST', body: queryArg.body }),
    }),
    googleIdentitiesControllerList: build.query<
      GoogleIdentitiesControllerListApiResponse,
      GoogleIdentitiesControllerListApiArg
    >({
      query: () => ({ url: `/api/user/google-identities` }),
    }),
    googleIdentitiesControllerRemove: build.mutation<
      GoogleIdentitiesControllerRemoveApiResponse,
      GoogleIdentitiesControllerRemoveApiArg
    >({
      query: (queryArg) => ({ url: `/api/user/google-identities/${queryArg.id}`, method: 'DELETE' }),
    }),
    apiKeyControllerGenerate: build.mutation<ApiKeyControllerGenerateApiResponse, ApiKeyControllerGenerateApiArg>({
      query: () => ({ url: `/api/api-key/generate`, method: 'POST' }),
    }),
    apiKeyControllerRotate: build.mutation<ApiKeyControllerRotateApiResponse, ApiKeyControllerRotateApiArg>({
      query: (queryArg) => ({ url: `/api/api-key/rotate`, method: 'POST', body: queryArg.body }),
    }),
    apiKeyControllerRevoke: build.mutation<ApiKeyControllerRevokeApiResponse, ApiKeyControllerRevokeApiArg>({
      query: () => ({ url: `/api/api-key/revoke`, method: 'PUT' }),
    }),
    walletControllerStatement: build.query<WalletControllerStatementApiResponse, WalletControllerStatementApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/statement`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    referralControllerLink: build.query<ReferralControllerLinkApiResponse, ReferralControllerLinkApiArg>({
      query: () => ({ url: `/api/referral/link` }),
    }),
    referralControllerStats: build.query<ReferralControllerStatsApiResponse, ReferralControllerStatsApiArg>({
      query: () => ({ url: `/api/referral/stats` }),
    }),
    referralControllerHistory: build.query<ReferralControllerHistoryApiResponse, ReferralControllerHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/referral/history`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    profileControllerUpdate: build.mutation<ProfileControllerUpdateApiResponse, ProfileControllerUpdateApiArg>({
      query: (queryArg) => ({ url: `/api/user/profile`, method: 'PUT', body: queryArg.body }),
    }),
    profileControllerActivity: build.query<ProfileControllerActivityApiResponse, ProfileControllerActivityApiArg>({
      query: (queryArg) => ({
        url: `/api/user/activity`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    accountControllerExport: build.query<AccountControllerExportApiResponse, AccountControllerExportApiArg>({
      query: () => ({ url: `/api/user/export` }),
    }),
    accountControllerClose: build.mutation<AccountControllerCloseApiResponse, AccountControllerCloseApiArg>({
      query: (queryArg) => ({ url: `/api/user/account`, method: 'DELETE', body: queryArg.body }),
    }),
    notificationsControllerGet: build.query<NotificationsControllerGetApiResponse, NotificationsControllerGetApiArg>({
      query: () => ({ url: `/api/user/notifications` }),
    }),
    notificationsControllerSet: build.mutation<NotificationsControllerSetApiResponse, NotificationsControllerSetApiArg>(
      {
        query: (queryArg) => ({ url: `/api/user/notifications`, method: 'PUT', body: queryArg.body }),
      },
    ),
    unsubscribeControllerUnsubscribe: build.mutation<
      UnsubscribeControllerUnsubscribeApiResponse,
      UnsubscribeControllerUnsubscribeApiArg
    >({
      query: (queryArg) => ({ url: `/api/notifications/unsubscribe`, method: 'POST', body: queryArg.body }),
    }),
    subscriptionControllerPlans: build.query<SubscriptionControllerPlansApiResponse, SubscriptionControllerPlansApiArg>(
      {
        query: () => ({ url: `/api/subscription/plans` }),
      },
    ),
    subscriptionControllerMyPlan: build.query<
      SubscriptionControllerMyPlanApiResponse,
      SubscriptionControllerMyPlanApiArg
    >({
      query: () => ({ url: `/api/subscription/my-plan` }),
    }),
    subscriptionControllerCancel: build.mutation<
      SubscriptionControllerCancelApiResponse,
      SubscriptionControllerCancelApiArg
    >({
      query: () => ({ url: `/api/subscription/cancel`, method: 'POST' }),
    }),
    paymentControllerQuote: build.mutation<PaymentControllerQuoteApiResponse, PaymentControllerQuoteApiArg>({
      query: (queryArg) => ({ url: `/api/payment/quote`, method: 'POST', body: queryArg.body }),
    }),
    paymentControllerCreateSession: build.mutation<
      PaymentControllerCreateSessionApiResponse,
      PaymentControllerCreateSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/payment/create-session`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    paymentControllerHistory: build.query<PaymentControllerHistoryApiResponse, PaymentControllerHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/payment/history`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    paymentControllerHistoryTable: build.query<
      PaymentControllerHistoryTableApiResponse,
      PaymentControllerHistoryTableApiArg
    >({
      query: () => ({ url: `/api/payment/history.csv` }),
    }),
    paymentControllerSession: build.query<PaymentControllerSessionApiResponse, PaymentControllerSessionApiArg>({
      query: (queryArg) => ({ url: `/api/payment/session/${queryArg.id}` }),
    }),
    receiptsControllerReceipt: build.query<ReceiptsControllerReceiptApiResponse, ReceiptsControllerReceiptApiArg>({
      query: (queryArg) => ({ url: `/api/payment/receipt/${queryArg.id}` }),
    }),
    outgoingWebhooksControllerList: build.query<
      OutgoingWebhooksControllerListApiResponse,
      OutgoingWebhooksControllerListApiArg
    >({
      query: () => ({ url: `/api/webhooks` }),
    }),
    outgoingWebhooksControllerCreate: build.mutation<
      OutgoingWebhooksControllerCreateApiResponse,
      OutgoingWebhooksControllerCreateApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks`, method: 'POST', body: queryArg.body }),
    }),
    outgoingWebhooksControllerRead: build.query<
      OutgoingWebhooksControllerReadApiResponse,
      OutgoingWebhooksControllerReadApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks/${queryArg.id}` }),
    }),
    outgoingWebhooksControllerChange: build.mutation<
      OutgoingWebhooksControllerChangeApiResponse,
      OutgoingWebhooksControllerChangeApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks/${queryArg.id}`, method: 'PUT', body: queryArg.body }),
    }),
    outgoingWebhooksControllerDelete: build.mutation<
      OutgoingWebhooksControllerDeleteApiResponse,
      OutgoingWebhooksControllerDeleteApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks/${queryArg.id}`, method: 'DELETE' }),
    }),
    outgoingWebhooksControllerRotate: build.mutation<
      OutgoingWebhooksControllerRotateApiResponse,
      OutgoingWebhooksControllerRotateApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks/${queryArg.id}/rotate`, method: 'POST', body: queryArg.body }),
    }),
    webhookDeliveriesControllerList: build.query<
      WebhookDeliveriesControllerListApiResponse,
      WebhookDeliveriesControllerListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/webhooks/${queryArg.id}/deliveries`,
        params: {
          cursor: queryArg.cursor,
          limit: queryArg.limit,
        },
      }),
    }),
    webhookDeliveriesControllerTest: build.mutation<
      WebhookDeliveriesControllerTestApiResponse,
      WebhookDeliveriesControllerTestApiArg
    >({
      query: (queryArg) => ({ url: `/api/webhooks/${queryArg.id}/test`, method: 'POST' }),
    }),
    webhookDeliveriesControllerReplay: build.mutation<
      WebhookDeliveriesControllerReplayApiResponse,
      WebhookDeliveriesControllerReplayApiArg
    >({
      query: (queryArg) => ({
        url: `/api/webhooks/${queryArg.id}/deliveries/${queryArg.deliveryId}/replay`,
        method: 'POST',
      }),
    }),
    usageControllerSummary: build.query<UsageControllerSummaryApiResponse, UsageControllerSummaryApiArg>({
      query: () => ({ url: `/api/usage/summary` }),
    }),
    usageControllerDetails: build.query<UsageControllerDetailsApiResponse, UsageControllerDetailsApiArg>({
      query: (queryArg) => ({
        url: `/api/usage/details`,
        params: {
          month: queryArg.month,
        },
      }),
    }),
    usageControllerClients: build.query<UsageControllerClientsApiResponse, UsageControllerClientsApiArg>({
      query: (queryArg) => ({
        url: `/api/usage/clients`,
        params: {
          month: queryArg.month,
        },
      }),
    }),
    statementControllerStatement: build.query<
      StatementControllerStatementApiResponse,
      StatementControllerStatementApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usage/statement`,
        params: {
          month: queryArg.month,
          format: queryArg.format,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    statementControllerDetailsTable: build.query<
      StatementControllerDetailsTableApiResponse,
      StatementControllerDetailsTableApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usage/details.csv`,
        params: {
          month: queryArg.month,
        },
      }),
    }),
    requestsControllerRead: build.query<RequestsControllerReadApiResponse, RequestsControllerReadApiArg>({
      query: (queryArg) => ({ url: `/api/requests/${queryArg.id}` }),
    }),
    youtubeControllerSummarise: build.mutation<YoutubeControllerSummariseApiResponse, YoutubeControllerSummariseApiArg>(
      {
        query: (queryArg) => ({
          url: `/api/youtube/summarize`,
          method: 'POST',
          body: queryArg.body,
          headers: {
            Prefer: queryArg.prefer,
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
      },
    ),
    youtubeControllerPlayground: build.mutation<
      YoutubeControllerPlaygroundApiResponse,
      YoutubeControllerPlaygroundApiArg
    >({
      query: (queryArg) => ({
        url: `/api/youtube/playground/summarize`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    youtubeControllerInfo: build.mutation<YoutubeControllerInfoApiResponse, YoutubeControllerInfoApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/info`, method: 'POST', body: queryArg.body }),
    }),
    summariesControllerList: build.query<SummariesControllerListApiResponse, SummariesControllerListApiArg>({
      query: (queryArg) => ({
        url: `/api/youtube/summaries`,
        params: {
          cursor: queryArg.cursor,
          limit: queryArg.limit,
          q: queryArg.q,
        },
      }),
    }),
    summariesControllerAgain: build.query<SummariesControllerAgainApiResponse, SummariesControllerAgainApiArg>({
      query: (queryArg) => ({
        url: `/api/youtube/summaries/${queryArg.id}`,
        params: {
          format: queryArg.format,
          timestamps: queryArg.timestamps,
        },
      }),
    }),
    summariesControllerDelete: build.mutation<SummariesControllerDeleteApiResponse, SummariesControllerDeleteApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/summaries/${queryArg.id}`, method: 'DELETE' }),
    }),
    summariesControllerVerify: build.query<SummariesControllerVerifyApiResponse, SummariesControllerVerifyApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/summaries/${queryArg.id}/verify` }),
    }),
    jobsControllerRead: build.query<JobsControllerReadApiResponse, JobsControllerReadApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/jobs/${queryArg.id}` }),
    }),
    jobsControllerCancel: build.mutation<JobsControllerCancelApiResponse, JobsControllerCancelApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/jobs/${queryArg.id}`, method: 'DELETE' }),
    }),
    readingControllerTranscript: build.mutation<
      ReadingControllerTranscriptApiResponse,
      ReadingControllerTranscriptApiArg
    >({
      query: (queryArg) => ({ url: `/api/youtube/transcript`, method: 'POST', body: queryArg.body }),
    }),
    readingControllerEstimate: build.mutation<ReadingControllerEstimateApiResponse, ReadingControllerEstimateApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/estimate`, method: 'POST', body: queryArg.body }),
    }),
    batchesControllerCreate: build.mutation<BatchesControllerCreateApiResponse, BatchesControllerCreateApiArg>({
      query: (queryArg) => ({
        url: `/api/youtube/batches`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    batchesControllerRead: build.query<BatchesControllerReadApiResponse, BatchesControllerReadApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/batches/${queryArg.id}` }),
    }),
    batchesControllerCancel: build.mutation<BatchesControllerCancelApiResponse, BatchesControllerCancelApiArg>({
      query: (queryArg) => ({ url: `/api/youtube/batches/${queryArg.id}`, method: 'DELETE' }),
    }),
    infoControllerInfo: build.query<InfoControllerInfoApiResponse, InfoControllerInfoApiArg>({
      query: () => ({ url: `/api/info` }),
    }),
    statusControllerStatus: build.query<StatusControllerStatusApiResponse, StatusControllerStatusApiArg>({
      query: () => ({ url: `/api/status` }),
    }),
    errorsControllerList: build.query<ErrorsControllerListApiResponse, ErrorsControllerListApiArg>({
      query: () => ({ url: `/api/errors` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type AuthControllerMeApiResponse = /** status 200 Success */ {
  success: true;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
  data: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type AuthControllerMeApiArg = void;
export type AuthControllerRegisterApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
  referral_applied: boolean | null;
};
export type AuthControllerRegisterApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 100 characters that is not blank and has no null bytes */
    name: string;
    /** a text of 1 to 254 characters that is not blank and has no null bytes */
    email: string;
    /** a text of 6 to 128 characters without null bytes */
    password: string;
    /** a text; one that cannot be a referral code is treated as no code */
    referral_code?: string | null;
  };
};
export type AuthControllerLoginApiResponse = /** status 200 Success */ {
  success: true;
  token: string;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type AuthControllerLoginApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 254 characters that is not blank and has no null bytes */
    email: string;
    /** a text of 1 to 128 characters without null bytes */
    password: string;
    /** true or false */
    keep_account?: boolean | null;
  };
};
export type AuthControllerLogoutApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type AuthControllerLogoutApiArg = void;
export type AuthControllerVerifyEmailApiResponse = /** status 200 Success */ {
  success: true;
  token: string;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type AuthControllerVerifyEmailApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 500 characters that is not blank and has no null bytes */
    token: string;
  };
};
export type AuthControllerResendVerificationApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type AuthControllerResendVerificationApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 254 characters that is not blank and has no null bytes */
    email: string;
  };
};
export type MailedLinkControllerInspectApiResponse = /** status 200 Success */ {
  success: true;
  link: {
    /** verify-email, change-email or undo-email-change */
    kind: string;
    /** open, or verified when the address is already verified */
    state: string;
    /** The address that it verifies, changes to or restores; null once it is verified */
    email: string | null;
    /** When the address was registered or the change was requested */
    asked_at: string;
    /** Whether this browser registered the address within the last 24 hours */
    same_browser: boolean;
  };
};
export type MailedLinkControllerInspectApiArg = {
  token?: string;
};
export type MailedLinkControllerUndoApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
  /** The address that the account has again */
  email: string;
};
export type MailedLinkControllerUndoApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 500 characters that is not blank and has no null bytes */
    token: string;
  };
};
export type PasswordControllerForgotApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type PasswordControllerForgotApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 254 characters that is not blank and has no null bytes */
    email: string;
  };
};
export type PasswordControllerResetApiResponse = /** status 200 Success */ {
  success: true;
  token: string;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type PasswordControllerResetApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 500 characters that is not blank and has no null bytes */
    token: string;
    /** a text of 6 to 128 characters without null bytes */
    password: string;
    /** true or false */
    keep_account?: boolean | null;
  };
};
export type PasswordControllerUpdateApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type PasswordControllerUpdateApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of at most 128 characters without null bytes */
    currentPassword?: string | null;
    /** a text of 6 to 128 characters without null bytes */
    newPassword: string;
  };
};
export type SessionsControllerListApiResponse = /** status 200 Success */ {
  success: true;
  sessions: {
    id: string;
    created_at: string;
    expires_at: string;
    /** As the client names itself */
    client: string;
    address: string;
    /** Whether this session made the request */
    current: boolean;
  }[];
};
export type SessionsControllerListApiArg = void;
export type SessionsControllerEndAllApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
  ended: number;
};
export type SessionsControllerEndAllApiArg = {
  all?: string;
};
export type SessionsControllerEndApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type SessionsControllerEndApiArg = {
  id: string;
};
export type GoogleControllerBeginApiResponse = unknown;
export type GoogleControllerBeginApiArg = void;
export type GoogleControllerCallbackApiResponse = unknown;
export type GoogleControllerCallbackApiArg = void;
export type GoogleLinkControllerLinkApiResponse = /** status 200 Success */ {
  success: true;
  token: string;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type GoogleLinkControllerLinkApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 128 characters without null bytes */
    password: string;
    /** true or false */
    keep_account?: boolean | null;
  };
};
export type GoogleLinkControllerKeepApiResponse = /** status 200 Success */ {
  success: true;
  token: string;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type GoogleLinkControllerKeepApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** true or false */
    keep_account?: boolean | null;
  };
};
export type GoogleIdentitiesControllerListApiResponse = /** status 200 Success */ {
  success: true;
  identities: {
    id: string;
    /** The address of the Google account at its last sign-in; null when it is not known */
    email: string | null;
    linked_at: string;
    last_used_at: string | null;
  }[];
  /** False when it is the only way into the account and cannot be removed */
  removable: boolean;
};
export type GoogleIdentitiesControllerListApiArg = void;
export type GoogleIdentitiesControllerRemoveApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type GoogleIdentitiesControllerRemoveApiArg = {
  id: string;
};
export type ApiKeyControllerGenerateApiResponse = /** status 200 Success */ {
  success: true;
  apiKey: string;
};
export type ApiKeyControllerGenerateApiArg = void;
export type ApiKeyControllerRotateApiResponse = /** status 200 Success */ {
  success: true;
  apiKey: string;
  old_key_valid_until: string | null;
};
export type ApiKeyControllerRotateApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a number of hours from 0 to 24 */
    grace_hours?: number | null;
  };
};
export type ApiKeyControllerRevokeApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type ApiKeyControllerRevokeApiArg = void;
export type WalletControllerStatementApiResponse = /** status 200 Success */ {
  success: true;
  /** Dollars, now */
  wallet_balance: number;
  entries: {
    /** Grows by one with each entry of the wallet */
    sequence: number;
    /** Unix seconds */
    created_at: number;
    /** payment, refund, commission, commission-reversed, crypto-excess or underpaid */
    reason: string;
    /** Id of the payment or commission that it belongs to */
    reference: string;
    /** Dollars; negative out of the wallet */
    amount: number;
    /** Dollars in the wallet after it */
    balance: number;
  }[];
  /** Ask again with before = this for older ones; null on the last page */
  next: number | null;
};
export type WalletControllerStatementApiArg = {
  before?: string;
  limit?: string;
};
export type ReferralControllerLinkApiResponse = /** status 200 Success */ {
  success: true;
  /** Where a new user registers with the code */
  referral_link: string;
  referral_code: string;
};
export type ReferralControllerLinkApiArg = void;
export type ReferralControllerStatsApiResponse = /** status 200 Success */ {
  success: true;
  /** Dollars */
  total_earnings: number;
  /** Verified sign-ups with the code */
  total_referrals: number;
  /** Dollars */
  pending_earnings: number;
  /** Dollars */
  completed_earnings: number;
};
export type ReferralControllerStatsApiArg = void;
export type ReferralControllerHistoryApiResponse = /** status 200 Success */ {
  success: true;
  history: {
    id: string;
    /** Unix seconds */
    created_at: number;
    referred_id: string;
    /** Dollars */
    amount_earned: number;
    percentage: number;
    /** pending, completed, failed or reversed */
    status: string;
  }[];
  /** Ask again with after = this for older ones; null on the last page */
  next: string | null;
};
export type ReferralControllerHistoryApiArg = {
  after?: string;
  limit?: string;
};
export type ProfileControllerUpdateApiResponse = /** status 200 Success */ {
  success: true;
  user: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
  data: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    has_password: boolean;
    /** Dollars; null while billing is unavailable */
    wallet_balance: number | null;
    /** The full key; absent when there is none */
    apiKey?: string;
    api_key_last_used: {
      at: string;
      client: string;
    } | null;
    /** A new address, not yet confirmed by its link */
    pending_email: string | null;
    google_linked: boolean;
    created_at: string;
  };
};
export type ProfileControllerUpdateApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 100 characters that is not blank and has no null bytes */
    name: string;
    /** a text of 1 to 254 characters that is not blank and has no null bytes */
    email: string;
    /** a text of at most 128 characters without null bytes */
    currentPassword?: string | null;
  };
};
export type ProfileControllerActivityApiResponse = /** status 200 Success */ {
  success: true;
  activity: {
    id: string;
    /** The last time */
    at: string;
    /** A stable code, as login or password-changed */
    kind: string;
    /** owner or operator */
    by: string;
    client: string;
    address: string;
    /** How many equal consecutive events this entry summarises */
    times: number;
    /** The first time */
    first_at: string;
  }[];
  /** Whether there are older entries: ask again with before = the last id */
  more: boolean;
};
export type ProfileControllerActivityApiArg = {
  before?: string;
  limit?: string;
};
export type AccountControllerExportApiResponse = /** status 200 Success */ {
  success: true;
  exported_at: string;
  account: {
    [key: string]: any;
  };
  subscription: {
    plan: string;
    is_active: boolean;
    videos_per_month: number;
    /** Unix seconds; null for Free */
    end_date: number | null;
  };
  notifications: {
    /** true or false */
    tips: boolean;
    /** true or false */
    usage_alerts: boolean;
    /** true or false */
    plan_reminders: boolean;
    /** true or false */
    referral_news: boolean;
  };
  /** Without their secrets */
  webhooks: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
    /** Of the last 30 days, newest first; at most 1,000 */
    deliveries: {
      id: string;
      /** The webhook-id header: the same at every attempt and replay */
      webhook_id: string;
      event: string;
      status: 'queued' | 'delivered' | 'failed';
      /** Why it waits or has failed, as a code; null once it is delivered */
      cause: string | null;
      created_at: string;
      next_attempt_at: string | null;
      /** The last 10, newest first */
      attempts: {
        at: string;
        duration_ms: number;
        /** HTTP status; null without an answer */
        status: number | null;
        /** An error code; null when the receiver accepted it */
        error: string | null;
      }[];
    }[];
    /** false: there are older deliveries than those in deliveries */
    deliveries_complete: boolean;
  }[];
  usage: {
    month: string;
    count: number;
    calls: {
      time: string;
      endpoint: string;
      client: string;
      title: string | null;
    }[];
  }[];
  /** Of the last 30 days, newest first */
  summaries: {
    /** Id of the call that made the summary */
    id: string;
    video_id: string | null;
    /** Title at the time of the call; null when none is stored */
    title: string | null;
    summary_type: ('auto' | 'short' | 'detail' | null) | ('auto' | 'short' | 'detail' | null);
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** When the call was received */
    created_at: string;
    client: string;
  }[];
  /** All that are kept, newest first */
  batches: {
    batch_id: string;
    /** completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run */
    status: 'running' | 'completed' | 'cancelling' | 'cancelled';
    created_at: string;
    finished_at: string | null;
    counts: {
      /** Items of the request */
      total: number;
      /** Not begun; nothing is reserved for them */
      waiting: number;
      /** At work, with a video of the quota reserved */
      running: number;
      /** With a summary, each charged */
      completed: number;
      /** With an error; they cost nothing */
      failed: number;
      /** Not ended when the batch was cancelled; they cost nothing */
      cancelled: number;
    };
    items: {
      /** Place in the request; the first is 0 */
      index: number;
      /** As it was sent; empty when it was no text */
      url: string;
      status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
      charged: boolean;
      /** Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
      summary_id: string | null;
      /** Of a failed item: its error code and a sentence for people */
      error: {
        code: string;
        message: string;
      } | null;
    }[];
  }[];
  /** Of the last 30 days, newest first; at most 10,000 */
  requests: {
    request_id: string;
    time: string;
    method: string;
    /** The route, with a placeholder for each id */
    endpoint: string;
    /** Status of the answer, or of the error that ended a stream; null when the client left before */
    status: number | null;
    /** Code of an error: see GET /api/errors */
    code: string | null;
    /** Whether this request cost a video, according to the quota count */
    charged: boolean;
    /** pending: the job or the work is still running; refunded: charged and given back */
    charge: 'no' | 'yes' | 'pending' | 'refunded';
    /** The engine that wrote the summary; null when none was delivered */
    engine: string | null;
    /** Whether the summary was already stored */
    cached: boolean;
    /** Whether the answer is that of an earlier call with the same Idempotency-Key */
    idempotent_replay: boolean;
    latency_ms: number;
    client: string;
    /** For a metered call: the id of its job, and of its summary once it is charged */
    call_id: string | null;
  }[];
  /** false: there are older records than those in requests */
  requests_complete: boolean;
  payments: {
    id: string;
    /** created, pending, processing, completed, failed, expired, refunded or disputed */
    status: string;
    plan: string;
    duration: string;
    payment_method: string;
    /** Dollars, before credit */
    total: number;
    /** Dollars */
    credit: number;
    /** Dollars that were or are to be paid */
    amount: number;
    /** Dollars */
    refunded: number;
    /** Unix seconds */
    created_at: number;
    /** Unix seconds */
    completed_at: number | null;
    /** Unix seconds; null before there is a term */
    starts_at: number | null;
    /** Unix seconds; null before there is a term */
    ends_at: number | null;
    receipt_number: string | null;
    /** The provider's id of its checkout; null for the wallet */
    session_id: string | null;
    /** A note on the payment for people */
    note: string | null;
  }[];
  wallet_entries: {
    /** Grows by one with each entry of the wallet */
    sequence: number;
    /** Unix seconds */
    created_at: number;
    /** payment, refund, commission, commission-reversed, crypto-excess or underpaid */
    reason: string;
    /** Id of the payment or commission that it belongs to */
    reference: string;
    /** Dollars; negative out of the wallet */
    amount: number;
    /** Dollars in the wallet after it */
    balance: number;
  }[];
  referral_code: string;
  commissions: {
    id: string;
    /** Unix seconds */
    created_at: number;
    referred_id: string;
    /** Dollars */
    amount_earned: number;
    percentage: number;
    /** pending, completed, failed or reversed */
    status: string;
  }[];
};
export type AccountControllerExportApiArg = void;
export type AccountControllerCloseApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
  erased_at: string;
  forfeited: {
    /** The running paid term */
    plan: {
      plan: string;
      end_date: number;
    } | null;
    /** Dollars */
    wallet_balance: number;
  };
};
export type AccountControllerCloseApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of at most 128 characters without null bytes */
    password?: string | null;
  };
};
export type NotificationsControllerGetApiResponse = /** status 200 Success */ {
  success: true;
  preferences: {
    /** true or false */
    tips: boolean;
    /** true or false */
    usage_alerts: boolean;
    /** true or false */
    plan_reminders: boolean;
    /** true or false */
    referral_news: boolean;
  };
};
export type NotificationsControllerGetApiArg = void;
export type NotificationsControllerSetApiResponse = /** status 200 Success */ {
  success: true;
  preferences: {
    /** true or false */
    tips: boolean;
    /** true or false */
    usage_alerts: boolean;
    /** true or false */
    plan_reminders: boolean;
    /** true or false */
    referral_news: boolean;
  };
};
export type NotificationsControllerSetApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** true or false */
    tips: boolean;
    /** true or false */
    usage_alerts: boolean;
    /** true or false */
    plan_reminders: boolean;
    /** true or false */
    referral_news: boolean;
  };
};
export type UnsubscribeControllerUnsubscribeApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
  /** tips, usage_alerts, plan_reminders or referral_news */
  topic: string;
};
export type UnsubscribeControllerUnsubscribeApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 500 characters that is not blank and has no null bytes */
    token: string;
  };
};
export type SubscriptionControllerPlansApiResponse = /** status 200 Success */ {
  success: true;
  plans: {
    key: string;
    name: string;
    features: string[];
    /** US dollars per month */
    price: number;
    durations: {
      key: 'monthly' | '3months' | '6months' | 'yearly';
      /** US dollars per month */
      price: number;
    }[];
    videos_per_month: number;
  }[];
};
export type SubscriptionControllerPlansApiArg = void;
export type SubscriptionControllerMyPlanApiResponse = /** status 200 Success */ {
  success: true;
  subscription: {
    plan: string;
    isActive: boolean;
    remainingDays: number | null;
    videoLimit: number;
    /** Unix seconds; null for Free */
    endDate: number | null;
  };
};
export type SubscriptionControllerMyPlanApiArg = void;
export type SubscriptionControllerCancelApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type SubscriptionControllerCancelApiArg = void;
export type PaymentControllerQuoteApiResponse = /** status 200 Success */ {
  success: true;
  /** For create-session, until expires_at */
  quote_id: string;
  /** new, renewal, extension, upgrade or downgrade */
  kind: string;
  lines: {
    /** plan, credit or prolongation */
    kind: string;
    label: string;
    /** Dollars; negative for a credit */
    amount: number;
  }[];
  /** Dollars, before credit */
  total: number;
  /** Dollars */
  credit: number;
  /** Dollars */
  due: number;
  /** Unix seconds */
  starts_at: number;
  /** Unix seconds */
  ends_at: number;
  /** Unix seconds */
  expires_at: number;
  /** Dollars */
  wallet_balance: number;
};
export type PaymentControllerQuoteApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 40 characters that is not blank and has no null bytes */
    plan: string;
    /** one of: monthly, 3months, 6months, yearly */
    duration: 'monthly' | '3months' | '6months' | 'yearly';
    /** one of: stripe, crypto, wallet */
    paymentMethod: 'stripe' | 'crypto' | 'wallet';
    /** true or false */
    extend?: boolean | null;
  };
};
export type PaymentControllerCreateSessionApiResponse = /** status 200 Success */ {
  success: true;
  /** Where the payer pays; absent when nothing is left to pay */
  url?: string;
  /** Instead of url */
  message?: string;
};
export type PaymentControllerCreateSessionApiArg = {
  /** A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
  'Idempotency-Key'?: string;
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 40 characters that is not blank and has no null bytes */
    plan: string;
    /** one of: monthly, 3months, 6months, yearly */
    duration: 'monthly' | '3months' | '6months' | 'yearly';
    /** one of: stripe, crypto, wallet */
    paymentMethod: 'stripe' | 'crypto' | 'wallet';
    /** true or false */
    extend?: boolean | null;
    /** a text; one that cannot be a referral code is treated as no code */
    referral_code?: string | null;
    /** a text of at most 64 characters without null bytes */
    quote_id?: string | null;
  };
};
export type PaymentControllerHistoryApiResponse = /** status 200 Success */ {
  success: true;
  history: {
    id: string;
    /** created, pending, processing, completed, failed, expired, refunded or disputed */
    status: string;
    plan: string;
    duration: string;
    payment_method: string;
    /** Dollars, before credit */
    total: number;
    /** Dollars */
    credit: number;
    /** Dollars that were or are to be paid */
    amount: number;
    /** Dollars */
    refunded: number;
    /** Unix seconds */
    created_at: number;
    /** Unix seconds */
    completed_at: number | null;
    /** Unix seconds; null before there is a term */
    starts_at: number | null;
    /** Unix seconds; null before there is a term */
    ends_at: number | null;
    receipt_number: string | null;
    /** The provider's id of its checkout; null for the wallet */
    session_id: string | null;
    /** A note on the payment for people */
    note: string | null;
  }[];
  /** Ask again with after = this for older ones; null on the last page */
  next: string | null;
};
export type PaymentControllerHistoryApiArg = {
  after?: string;
  limit?: string;
};
export type PaymentControllerHistoryTableApiResponse = /** status 200 Success */ string;
export type PaymentControllerHistoryTableApiArg = void;
export type PaymentControllerSessionApiResponse = /** status 200 Success */ {
  success: true;
  payment: {
    id: string;
    /** created, pending, processing, completed, failed, expired, refunded or disputed */
    status: string;
    plan: string;
    duration: string;
    payment_method: string;
    /** Dollars, before credit */
    total: number;
    /** Dollars */
    credit: number;
    /** Dollars that were or are to be paid */
    amount: number;
    /** Dollars */
    refunded: number;
    /** Unix seconds */
    created_at: number;
    /** Unix seconds */
    completed_at: number | null;
    /** Unix seconds; null before there is a term */
    starts_at: number | null;
    /** Unix seconds; null before there is a term */
    ends_at: number | null;
    receipt_number: string | null;
    /** The provider's id of its checkout; null for the wallet */
    session_id: string | null;
    /** A note on the payment for people */
    note: string | null;
  };
};
export type PaymentControllerSessionApiArg = {
  id: string;
};
export type ReceiptsControllerReceiptApiResponse = /** status 200 Success */ string;
export type ReceiptsControllerReceiptApiArg = {
  id: string;
};
export type OutgoingWebhooksControllerListApiResponse = /** status 200 Success */ {
  success: true;
  webhooks: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
  }[];
};
export type OutgoingWebhooksControllerListApiArg = void;
export type OutgoingWebhooksControllerCreateApiResponse = /** status 200 Success */ {
  success: true;
  webhook: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
  };
  /** Signs every delivery. It is shown only this once */
  secret: string;
};
export type OutgoingWebhooksControllerCreateApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 2000 characters that is not blank and has no null bytes */
    url: string;
    /** a list of: job.completed, job.failed, batch.ended, quota.threshold */
    events: ('job.completed' | 'job.failed' | 'batch.ended' | 'quota.threshold')[];
  };
};
export type OutgoingWebhooksControllerReadApiResponse = /** status 200 Success */ {
  success: true;
  webhook: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
  };
};
export type OutgoingWebhooksControllerReadApiArg = {
  id: string;
};
export type OutgoingWebhooksControllerChangeApiResponse = /** status 200 Success */ {
  success: true;
  webhook: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
  };
};
export type OutgoingWebhooksControllerChangeApiArg = {
  id: string;
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 2000 characters that is not blank and has no null bytes */
    url: string;
    /** a list of: job.completed, job.failed, batch.ended, quota.threshold */
    events: ('job.completed' | 'job.failed' | 'batch.ended' | 'quota.threshold')[];
    /** true or false */
    enabled: boolean;
  };
};
export type OutgoingWebhooksControllerDeleteApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type OutgoingWebhooksControllerDeleteApiArg = {
  id: string;
};
export type OutgoingWebhooksControllerRotateApiResponse = /** status 200 Success */ {
  success: true;
  webhook: {
    id: string;
    url: string;
    events: string[];
    enabled: boolean;
    /** owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
    disabled_reason: string | null;
    /** First failure since the last success; null after a successful delivery */
    failing_since: string | null;
    /** Until when the secret before the last rotation signs as well */
    old_secret_valid_until: string | null;
    created_at: string;
  };
  /** Signs every delivery. It is shown only this once */
  secret: string;
};
export type OutgoingWebhooksControllerRotateApiArg = {
  id: string;
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a number of hours from 0 to 24 */
    overlap_hours?: number | null;
  };
};
export type WebhookDeliveriesControllerListApiResponse = /** status 200 Success */ {
  success: true;
  deliveries: {
    id: string;
    /** The webhook-id header: the same at every attempt and replay */
    webhook_id: string;
    event: string;
    status: 'queued' | 'delivered' | 'failed';
    /** Why it waits or has failed, as a code; null once it is delivered */
    cause: string | null;
    created_at: string;
    next_attempt_at: string | null;
    /** The last 10, newest first */
    attempts: {
      at: string;
      duration_ms: number;
      /** HTTP status; null without an answer */
      status: number | null;
      /** An error code; null when the receiver accepted it */
      error: string | null;
    }[];
  }[];
  /** Ask again with cursor = this for older ones; null on the last page */
  next: string | null;
};
export type WebhookDeliveriesControllerListApiArg = {
  id: string;
  cursor?: string;
  limit?: string;
};
export type WebhookDeliveriesControllerTestApiResponse = /** status 200 Success */ {
  success: true;
  delivery: {
    id: string;
    /** The webhook-id header: the same at every attempt and replay */
    webhook_id: string;
    event: string;
    status: 'queued' | 'delivered' | 'failed';
    /** Why it waits or has failed, as a code; null once it is delivered */
    cause: string | null;
    created_at: string;
    next_attempt_at: string | null;
    /** The last 10, newest first */
    attempts: {
      at: string;
      duration_ms: number;
      /** HTTP status; null without an answer */
      status: number | null;
      /** An error code; null when the receiver accepted it */
      error: string | null;
    }[];
  };
};
export type WebhookDeliveriesControllerTestApiArg = {
  id: string;
};
export type WebhookDeliveriesControllerReplayApiResponse = /** status 200 Success */ {
  success: true;
  delivery: {
    id: string;
    /** The webhook-id header: the same at every attempt and replay */
    webhook_id: string;
    event: string;
    status: 'queued' | 'delivered' | 'failed';
    /** Why it waits or has failed, as a code; null once it is delivered */
    cause: string | null;
    created_at: string;
    next_attempt_at: string | null;
    /** The last 10, newest first */
    attempts: {
      at: string;
      duration_ms: number;
      /** HTTP status; null without an answer */
      status: number | null;
      /** An error code; null when the receiver accepted it */
      error: string | null;
    }[];
  };
};
export type WebhookDeliveriesControllerReplayApiArg = {
  id: string;
  deliveryId: string;
};
export type UsageControllerSummaryApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    current: {
      used: number;
      remaining: number;
      limit: number;
      percentage: number;
    };
    monthly: {
      month: string;
      label: string;
      count: number;
    }[];
  };
};
export type UsageControllerSummaryApiArg = void;
export type UsageControllerDetailsApiResponse = /** status 200 Success */ {
  success: true;
  month: string;
  daily: {
    date: string;
    count: number;
    logs: {
      time: string;
      endpoint: string;
      /** The name that the call gave: X-Client-Name, otherwise User-Agent; empty without either */
      client: string;
      /** Title of the summary; null when it is no longer in the list of summaries */
      title: string | null;
    }[];
  }[];
};
export type UsageControllerDetailsApiArg = {
  month?: string;
};
export type UsageControllerClientsApiResponse = /** status 200 Success */ {
  success: true;
  month: string;
  clients: {
    key: string;
    name: string;
    count: number;
    percentage: number;
  }[];
  count: number;
};
export type UsageControllerClientsApiArg = {
  month?: string;
};
export type StatementControllerStatementApiResponse = /** status 200 Success */ {
  success: true;
  statement: {
    /** The pseudonym of the account in statements */
    account: string;
    month: string;
    algorithm: string;
    /** Videos used in the month, the same number as in all other answers */
    used: number;
    /** Lines */
    count: number;
    /** Sum of the units of all lines */
    units: number;
    /** Hash of the last line */
    head: string;
    /** From when on each unit has a line of its own; null when no unit of the month has one */
    complete_from: string | null;
    /** Count and head as mailed at the end of the month; later lines are corrections */
    closed: {
      count: number;
      /** 64 hex digits */
      head: string;
      closed_at: string;
    } | null;
    /** False once the lines are older than twelve months */
    lines_kept: boolean;
  };
  lines: {
    /** 1, 2, 3 ... without gaps */
    seq: number;
    /** When the call was received; for a refund, when it was given back */
    time: string;
    /** The call's id; empty for carried units */
    call: string;
    units: number;
    /** charge, refund, or carried: units that were counted before lines were written */
    kind: 'charge' | 'refund' | 'carried';
    /** 64 hex digits */
    prev: string;
    /** 64 hex digits */
    hash: string;
  }[];
  /** Ask again with after = this; null on the last page */
  next: number | null;
};
export type StatementControllerStatementApiArg = {
  month?: string;
  format?: string;
  after?: string;
  limit?: string;
};
export type StatementControllerDetailsTableApiResponse = /** status 200 Success */ string;
export type StatementControllerDetailsTableApiArg = {
  month?: string;
};
export type RequestsControllerReadApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    request_id: string;
    time: string;
    method: string;
    /** The route, with a placeholder for each id */
    endpoint: string;
    /** Status of the answer, or of the error that ended a stream; null when the client left before */
    status: number | null;
    /** Code of an error: see GET /api/errors */
    code: string | null;
    /** Whether this request cost a video, according to the quota count */
    charged: boolean;
    /** pending: the job or the work is still running; refunded: charged and given back */
    charge: 'no' | 'yes' | 'pending' | 'refunded';
    /** The engine that wrote the summary; null when none was delivered */
    engine: string | null;
    /** Whether the summary was already stored */
    cached: boolean;
    /** Whether the answer is that of an earlier call with the same Idempotency-Key */
    idempotent_replay: boolean;
    latency_ms: number;
    client: string;
    /** For a metered call: the id of its job, and of its summary once it is charged */
    call_id: string | null;
  };
};
export type RequestsControllerReadApiArg = {
  id: string;
};
export type YoutubeControllerSummariseApiResponse =
  | /** status 200 Success */ {
      success: true;
      data: {
        /** Empty for a supplied transcript without a url */
        video_id: string;
        title: string;
        /** Characters */
        transcript_length: number;
        summary: string;
        summary_type: 'auto' | 'short' | 'detail';
        /** Every sentence of the summary with its place in the video */
        sentences: {
          start_seconds: number;
          text: string;
          /** End of the part of the video that supports the sentence; null when unknown */
          end_seconds: number | null;
          /** The parts of the video that support the sentence; empty when end_seconds is null */
          citations: {
            start_seconds: number;
            end_seconds: number;
          }[];
        }[];
        language: string;
        engine: string;
        /** Of the video; null when unknown */
        duration_seconds: number | null;
        /** True when custom_prompt steered the summary */
        focus_applied: boolean;
        /** Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it */
        focus_reason:
          | ('style' | 'language' | 'format' | 'not_found' | null)
          | ('style' | 'language' | 'format' | 'not_found' | null);
        chapters: {
          start_seconds: number;
          end_seconds: number;
          title: string;
          source: 'creator' | 'model' | 'lexical';
          approximate: boolean;
        }[];
        /** Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
        warnings: {
          code: string;
          field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
          start_seconds: number | null;
          end_seconds: number | null;
          /** For cue_left_out: the line of the cue in the subtitles, and the reason */
          detail?: string;
        }[];
        /** Parts of the video of which a detailed summary says nothing */
        not_covered: {
          start_seconds: number;
          end_seconds: number;
        }[];
        /** Number of sentences that were removed because the transcript does not support them */
        dropped_sentences: number;
        /** supplied: the transcript came with the request */
        transcript_source: 'youtube' | 'supplied';
      };
    }
  | /** status 202 Accepted; GET the address in Location to read the result */ {
      success: true;
      data: {
        /** Also the id of its summary, once it is completed */
        job_id: string;
        status: 'queued' | 'running' | 'completed' | 'failed';
        created_at: string;
      };
    };
export type YoutubeControllerSummariseApiArg = {
  /** respond-async: answers 202 at once with a job to poll, which is charged when it is completed. Ignored with a transcript, with a format other than json, with timestamps false, and when Accept prefers text/event-stream: then the answer has no Preference-Applied. */
  prefer?: string;
  /** A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
  'Idempotency-Key'?: string;
  /** JSON in UTF-8, at most 5000000 bytes */
  body: {
    /** a text of 1 to 2048 characters that is not blank and has no null bytes, needed without transcript */
    url?: string;
    /** SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds */
    transcript?:
      | (
          | string
          | {
              start_seconds?: number | null;
              start?: number | null;
              end_seconds?: number | null;
              end?: number | null;
              duration?: number | null;
              text: string;
            }[]
        )
      | null;
    /** a text of at most 300 characters without null bytes */
    title?: string | null;
    /** a text of at most 2000 characters without null bytes */
    custom_prompt?: string | null;
    /** one of: auto, short, detail */
    summary_type?: ('auto' | 'short' | 'detail' | '' | null) | ('auto' | 'short' | 'detail' | '' | null);
    /** auto or the code of a language, such as de, pt-BR or zh-Hant */
    language?: string | null;
    /** true or false */
    timestamps?: boolean | null;
    /** one of: json, md, srt */
    format?: ('json' | 'md' | 'srt' | '' | null) | ('json' | 'md' | 'srt' | '' | null);
  };
};
export type YoutubeControllerPlaygroundApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    /** Empty for a supplied transcript without a url */
    video_id: string;
    title: string;
    /** Characters */
    transcript_length: number;
    summary: string;
    summary_type: 'auto' | 'short' | 'detail';
    /** Every sentence of the summary with its place in the video */
    sentences: {
      start_seconds: number;
      text: string;
      /** End of the part of the video that supports the sentence; null when unknown */
      end_seconds: number | null;
      /** The parts of the video that support the sentence; empty when end_seconds is null */
      citations: {
        start_seconds: number;
        end_seconds: number;
      }[];
    }[];
    language: string;
    engine: string;
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** True when custom_prompt steered the summary */
    focus_applied: boolean;
    /** Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it */
    focus_reason:
      | ('style' | 'language' | 'format' | 'not_found' | null)
      | ('style' | 'language' | 'format' | 'not_found' | null);
    chapters: {
      start_seconds: number;
      end_seconds: number;
      title: string;
      source: 'creator' | 'model' | 'lexical';
      approximate: boolean;
    }[];
    /** Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
    warnings: {
      code: string;
      field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
      start_seconds: number | null;
      end_seconds: number | null;
      /** For cue_left_out: the line of the cue in the subtitles, and the reason */
      detail?: string;
    }[];
    /** Parts of the video of which a detailed summary says nothing */
    not_covered: {
      start_seconds: number;
      end_seconds: number;
    }[];
    /** Number of sentences that were removed because the transcript does not support them */
    dropped_sentences: number;
    /** supplied: the transcript came with the request */
    transcript_source: 'youtube' | 'supplied';
  };
};
export type YoutubeControllerPlaygroundApiArg = {
  /** A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
  'Idempotency-Key'?: string;
  /** JSON in UTF-8, at most 5000000 bytes */
  body: {
    /** a text of 1 to 2048 characters that is not blank and has no null bytes, needed without transcript */
    url?: string;
    /** SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds */
    transcript?:
      | (
          | string
          | {
              start_seconds?: number | null;
              start?: number | null;
              end_seconds?: number | null;
              end?: number | null;
              duration?: number | null;
              text: string;
            }[]
        )
      | null;
    /** a text of at most 300 characters without null bytes */
    title?: string | null;
    /** a text of at most 2000 characters without null bytes */
    custom_prompt?: string | null;
    /** one of: auto, short, detail */
    summary_type?: ('auto' | 'short' | 'detail' | '' | null) | ('auto' | 'short' | 'detail' | '' | null);
    /** auto or the code of a language, such as de, pt-BR or zh-Hant */
    language?: string | null;
    /** true or false */
    timestamps?: boolean | null;
    /** one of: json, md, srt */
    format?: ('json' | 'md' | 'srt' | '' | null) | ('json' | 'md' | 'srt' | '' | null);
  };
};
export type YoutubeControllerInfoApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    video_id: string;
    title: string;
    transcript_available: boolean;
    available_languages: string[];
    languages: {
      code: string;
      name: string;
      is_generated: boolean;
    }[];
    duration_seconds: number | null;
  };
};
export type YoutubeControllerInfoApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 2048 characters that is not blank and has no null bytes */
    url: string;
  };
};
export type SummariesControllerListApiResponse = /** status 200 Success */ {
  success: true;
  summaries: {
    /** Id of the call that made the summary */
    id: string;
    video_id: string | null;
    /** Title at the time of the call; null when none is stored */
    title: string | null;
    summary_type: ('auto' | 'short' | 'detail' | null) | ('auto' | 'short' | 'detail' | null);
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** When the call was received */
    created_at: string;
    client: string;
    /** Moments of its sentences in the video, in seconds; null while they cannot be read */
    ticks: number[] | null;
  }[];
  /** Ask again with cursor = this for older ones; null on the last page */
  next: string | null;
};
export type SummariesControllerListApiArg = {
  cursor?: string;
  limit?: string;
  q?: string | null;
};
export type SummariesControllerAgainApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    /** Empty for a supplied transcript without a url */
    video_id: string;
    title: string;
    /** Characters */
    transcript_length: number;
    summary: string;
    summary_type: 'auto' | 'short' | 'detail';
    /** Every sentence of the summary with its place in the video */
    sentences: {
      start_seconds: number;
      text: string;
      /** End of the part of the video that supports the sentence; null when unknown */
      end_seconds: number | null;
      /** The parts of the video that support the sentence; empty when end_seconds is null */
      citations: {
        start_seconds: number;
        end_seconds: number;
      }[];
    }[];
    language: string;
    engine: string;
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** True when custom_prompt steered the summary */
    focus_applied: boolean;
    /** Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it */
    focus_reason:
      | ('style' | 'language' | 'format' | 'not_found' | null)
      | ('style' | 'language' | 'format' | 'not_found' | null);
    chapters: {
      start_seconds: number;
      end_seconds: number;
      title: string;
      source: 'creator' | 'model' | 'lexical';
      approximate: boolean;
    }[];
    /** Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
    warnings: {
      code: string;
      field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
      start_seconds: number | null;
      end_seconds: number | null;
      /** For cue_left_out: the line of the cue in the subtitles, and the reason */
      detail?: string;
    }[];
    /** Parts of the video of which a detailed summary says nothing */
    not_covered: {
      start_seconds: number;
      end_seconds: number;
    }[];
    /** Number of sentences that were removed because the transcript does not support them */
    dropped_sentences: number;
    /** supplied: the transcript came with the request */
    transcript_source: 'youtube' | 'supplied';
    /** Id of the call that made the summary */
    id: string;
    /** When the call was received */
    created_at: string;
  };
};
export type SummariesControllerAgainApiArg = {
  id: string;
  format?: string;
  timestamps?: string;
};
export type SummariesControllerDeleteApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type SummariesControllerDeleteApiArg = {
  id: string;
};
export type SummariesControllerVerifyApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    /** Id of the call that made the summary */
    id: string;
    sentences: {
      text: string;
      start_seconds: number;
      end_seconds: number;
      supported: boolean;
      /** Why it is not supported; empty when it is */
      reasons: (
        | 'outside_video'
        | 'no_words'
        | 'number_not_said'
        | 'name_not_said'
        | 'negation_differs'
        | 'words_not_said'
        | 'joins_turns'
      )[];
      /** What is said there and up to ten seconds around */
      evidence: string;
    }[];
    /** How many sentences are supported */
    supported: number;
    unsupported: number;
    checked_at: string;
  };
};
export type SummariesControllerVerifyApiArg = {
  id: string;
};
export type JobsControllerReadApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    /** Also the id of its summary, once it is completed */
    job_id: string;
    status: 'queued' | 'running' | 'completed' | 'failed';
    created_at: string;
    finished_at: string | null;
    /** Of a failed job: its error code and a sentence for people. A failed job costs nothing */
    error: {
      code: string;
      message: string;
    } | null;
    /** Of a completed job: the data of a summarise answer; null once the summary was deleted */
    result: {
      /** Empty for a supplied transcript without a url */
      video_id: string;
      title: string;
      /** Characters */
      transcript_length: number;
      summary: string;
      summary_type: 'auto' | 'short' | 'detail';
      /** Every sentence of the summary with its place in the video */
      sentences: {
        start_seconds: number;
        text: string;
        /** End of the part of the video that supports the sentence; null when unknown */
        end_seconds: number | null;
        /** The parts of the video that support the sentence; empty when end_seconds is null */
        citations: {
          start_seconds: number;
          end_seconds: number;
        }[];
      }[];
      language: string;
      engine: string;
      /** Of the video; null when unknown */
      duration_seconds: number | null;
      /** True when custom_prompt steered the summary */
      focus_applied: boolean;
      /** Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it */
      focus_reason:
        | ('style' | 'language' | 'format' | 'not_found' | null)
        | ('style' | 'language' | 'format' | 'not_found' | null);
      chapters: {
        start_seconds: number;
        end_seconds: number;
        title: string;
        source: 'creator' | 'model' | 'lexical';
        approximate: boolean;
      }[];
      /** Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
      warnings: {
        code: string;
        field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
        start_seconds: number | null;
        end_seconds: number | null;
        /** For cue_left_out: the line of the cue in the subtitles, and the reason */
        detail?: string;
      }[];
      /** Parts of the video of which a detailed summary says nothing */
      not_covered: {
        start_seconds: number;
        end_seconds: number;
      }[];
      /** Number of sentences that were removed because the transcript does not support them */
      dropped_sentences: number;
      /** supplied: the transcript came with the request */
      transcript_source: 'youtube' | 'supplied';
    } | null;
  };
};
export type JobsControllerReadApiArg = {
  id: string;
};
export type JobsControllerCancelApiResponse = /** status 200 Success */ {
  success: true;
  message: string;
};
export type JobsControllerCancelApiArg = {
  id: string;
};
export type ReadingControllerTranscriptApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    video_id: string;
    title: string;
    language: string;
    /** Whose captions they are: the author’s, or generated ones of YouTube */
    caption_kind: 'author' | 'generated';
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** In order of time; `>> ` opens another speaker’s turn. Absent with format text */
    segments?: {
      start_seconds: number;
      end_seconds: number;
      text: string;
    }[];
    /** With format text: all that is said, a new line where another speaker begins */
    text?: string;
  };
};
export type ReadingControllerTranscriptApiArg = {
  /** JSON in UTF-8, at most 100000 bytes */
  body: {
    /** a text of 1 to 2048 characters that is not blank and has no null bytes */
    url: string;
    /** auto or the code of a language, such as de, pt-BR or zh-Hant */
    language?: string | null;
    /** one of: segments, text, srt, vtt */
    format?: ('segments' | 'text' | 'srt' | 'vtt' | '' | null) | ('segments' | 'text' | 'srt' | 'vtt' | '' | null);
  };
};
export type ReadingControllerEstimateApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    /** Videos of the quota that summarise would cost now */
    would_charge: number;
    /** new_summary or stored_summary, which are charged alike; else the code that summarise would refuse with: quota_exceeded, transcript_disabled, ... */
    reason: string;
    /** The reason as a sentence */
    message: string;
    /** Videos left this month */
    remaining: number;
    /** Videos left after the summary */
    remaining_after: number;
    /** Empty for a supplied transcript without a url */
    video_id: string;
    title: string;
    /** Of the transcript; empty when there is none */
    language: string;
    /** Of the video; null when unknown */
    duration_seconds: number | null;
    /** Characters; null when unknown */
    transcript_length: number | null;
    /** Who would write the summary; null when there would be none */
    engine: string | null;
    /** The summary is stored already and would be answered at once */
    cached: boolean;
    /** With the same Prefer header, summarise would answer 202 and a job */
    asynchronous: boolean;
  };
};
export type ReadingControllerEstimateApiArg = {
  /** JSON in UTF-8, at most 5000000 bytes */
  body: {
    /** a text of 1 to 2048 characters that is not blank and has no null bytes, needed without transcript */
    url?: string;
    /** SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds */
    transcript?:
      | (
          | string
          | {
              start_seconds?: number | null;
              start?: number | null;
              end_seconds?: number | null;
              end?: number | null;
              duration?: number | null;
              text: string;
            }[]
        )
      | null;
    /** a text of at most 300 characters without null bytes */
    title?: string | null;
    /** a text of at most 2000 characters without null bytes */
    custom_prompt?: string | null;
    /** one of: auto, short, detail */
    summary_type?: ('auto' | 'short' | 'detail' | '' | null) | ('auto' | 'short' | 'detail' | '' | null);
    /** auto or the code of a language, such as de, pt-BR or zh-Hant */
    language?: string | null;
    /** true or false */
    timestamps?: boolean | null;
    /** one of: json, md, srt */
    format?: ('json' | 'md' | 'srt' | '' | null) | ('json' | 'md' | 'srt' | '' | null);
  };
};
export type BatchesControllerCreateApiResponse =
  /** status 202 Accepted; GET the address in Location to read the result */ {
    success: true;
    data: {
      batch_id: string;
      /** completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run */
      status: 'running' | 'completed' | 'cancelling' | 'cancelled';
      created_at: string;
      finished_at: string | null;
      counts: {
        /** Items of the request */
        total: number;
        /** Not begun; nothing is reserved for them */
        waiting: number;
        /** At work, with a video of the quota reserved */
        running: number;
        /** With a summary, each charged */
        completed: number;
        /** With an error; they cost nothing */
        failed: number;
        /** Not ended when the batch was cancelled; they cost nothing */
        cancelled: number;
      };
      items: {
        /** Place in the request; the first is 0 */
        index: number;
        /** As it was sent; empty when it was no text */
        url: string;
        status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
        charged: boolean;
        /** Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
        summary_id: string | null;
        /** Of a failed item: its error code and a sentence for people */
        error: {
          code: string;
          message: string;
        } | null;
      }[];
    };
  };
export type BatchesControllerCreateApiArg = {
  /** A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
  'Idempotency-Key'?: string;
  /** JSON in UTF-8, at most 5000000 bytes */
  body: {
    /** an array of 1 to 100 items, each with url and optionally custom_prompt, summary_type and language */
    items: {
      /** a text of 1 to 2048 characters that is not blank and has no null bytes */
      url: string;
      /** a text of at most 2000 characters without null bytes */
      custom_prompt?: string | null;
      /** one of: auto, short, detail */
      summary_type?: ('auto' | 'short' | 'detail' | '' | null) | ('auto' | 'short' | 'detail' | '' | null);
      /** auto or the code of a language, such as de, pt-BR or zh-Hant */
      language?: string | null;
    }[];
  };
};
export type BatchesControllerReadApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    batch_id: string;
    /** completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run */
    status: 'running' | 'completed' | 'cancelling' | 'cancelled';
    created_at: string;
    finished_at: string | null;
    counts: {
      /** Items of the request */
      total: number;
      /** Not begun; nothing is reserved for them */
      waiting: number;
      /** At work, with a video of the quota reserved */
      running: number;
      /** With a summary, each charged */
      completed: number;
      /** With an error; they cost nothing */
      failed: number;
      /** Not ended when the batch was cancelled; they cost nothing */
      cancelled: number;
    };
    items: {
      /** Place in the request; the first is 0 */
      index: number;
      /** As it was sent; empty when it was no text */
      url: string;
      status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
      charged: boolean;
      /** Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
      summary_id: string | null;
      /** Of a failed item: its error code and a sentence for people */
      error: {
        code: string;
        message: string;
      } | null;
    }[];
  };
};
export type BatchesControllerReadApiArg = {
  id: string;
};
export type BatchesControllerCancelApiResponse = /** status 200 Success */ {
  success: true;
  data: {
    batch_id: string;
    /** completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run */
    status: 'running' | 'completed' | 'cancelling' | 'cancelled';
    created_at: string;
    finished_at: string | null;
    counts: {
      /** Items of the request */
      total: number;
      /** Not begun; nothing is reserved for them */
      waiting: number;
      /** At work, with a video of the quota reserved */
      running: number;
      /** With a summary, each charged */
      completed: number;
      /** With an error; they cost nothing */
      failed: number;
      /** Not ended when the batch was cancelled; they cost nothing */
      cancelled: number;
    };
    items: {
      /** Place in the request; the first is 0 */
      index: number;
      /** As it was sent; empty when it was no text */
      url: string;
      status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
      charged: boolean;
      /** Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
      summary_id: string | null;
      /** Of a failed item: its error code and a sentence for people */
      error: {
        code: string;
        message: string;
      } | null;
    }[];
  };
};
export type BatchesControllerCancelApiArg = {
  id: string;
};
export type InfoControllerInfoApiResponse = /** status 200 Success */ {
  success: true;
  base_url: string;
  /** The last known ones while billing is unavailable; empty while they are unknown */
  rate_limits: {
    plan: string;
    videos_per_month: number;
  }[];
  sign_in: ('password' | 'google')[];
  /** Of stripe, crypto and wallet; empty while billing is unavailable */
  payment_methods: string[];
  /** The engines that write summaries, in the order in which they are tried; the last one writes what the others cannot; empty while they are unknown */
  engines: string[];
  /** Parts that this deployment simulates */
  sandbox: string[];
  /** A mail address, or an https address */
  contact: string | null;
  social: {
    microblog?: string;
    photos?: string;
    community?: string;
    messenger?: string;
  };
  /** Videos of the landing page, as addresses to watch them */
  videos: {
    hero: string | null;
    promo: string | null;
  };
  /** The last known ones while the service that makes summaries is unavailable; empty while they are unknown */
  demo_videos: {
    url: string;
    video_id: string;
    title: string;
    outcome: string;
    status: number;
  }[];
};
export type InfoControllerInfoApiArg = void;
export type StatusControllerStatusApiResponse = /** status 200 Success */ {
  success: true;
  api: 'operational' | 'degraded' | 'down' | 'unknown';
  /** YouTube, by the look-ups of the last 15 minutes; unknown while there were none */
  source: 'operational' | 'degraded' | 'down' | 'unknown';
  /** down while no payment method is offered */
  payments: 'operational' | 'degraded' | 'down' | 'unknown';
};
export type StatusControllerStatusApiArg = void;
export type ErrorsControllerListApiResponse = /** status 200 Success */ {
  success: true;
  errors: {
    code: string;
    group: 'request' | 'video' | 'account' | 'payment' | 'webhook';
    /** Empty when only items of jobs and batches carry the code */
    statuses: number[];
    cause: string;
    /** What to do about it */
    next: string;
    /** Whether the same request may succeed later */
    retryable: boolean;
    /** never: it cost no video; rarely: it did if the answer was lost after the charge, and GET /api/requests/{id} tells */
    charged: 'never' | 'rarely';
    docs_url: string;
  }[];
};
export type ErrorsControllerListApiArg = void;
export type PrivateError = {
  success: false;
  error: string;
  status_code: number;
  /** What it means: GET /api/errors */
  code:
    | 'invalid_request'
    | 'invalid_json'
    | 'json_too_deep'
    | 'json_too_many_values'
    | 'missing_parameter'
    | 'invalid_parameter'
    | 'body_missing'
    | 'idempotency_key_invalid'
    | 'host_missing'
    | 'host_repeated'
    | 'connection_lost'
    | 'api_key_missing'
    | 'api_key_invalid'
    | 'credential_invalid'
    | 'session_missing'
    | 'session_invalid'
    | 'session_required'
    | 'account_suspended'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'body_too_large'
    | 'content_type_unsupported'
    | 'charset_unsupported'
    | 'content_encoding_unsupported'
    | 'expectation_failed'
    | 'headers_too_large'
    | 'transfer_coding_unsupported'
    | 'idempotency_key_in_use'
    | 'idempotency_key_reused'
    | 'request_not_found'
    | 'quota_exceeded'
    | 'throttled'
    | 'too_many_at_once'
    | 'download_running'
    | 'statement_forgotten'
    | 'uncharged_work_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'database_unavailable'
    | 'unavailable'
    | 'mcp_unavailable'
    | 'shutting_down'
    | 'not_ready'
    | 'busy'
    | 'overloaded'
    | 'usage_behind'
    | 'call_undecided'
    | 'invalid_url'
    | 'summary_type_unknown'
    | 'custom_prompt_too_long'
    | 'language_unknown'
    | 'transcript_invalid'
    | 'transcript_too_long'
    | 'transcript_empty'
    | 'search_invalid'
    | 'cursor_invalid'
    | 'month_invalid'
    | 'transcript_disabled'
    | 'video_private'
    | 'video_unavailable'
    | 'age_restricted'
    | 'members_or_premium'
    | 'geo_blocked'
    | 'live_upcoming'
    | 'live_now'
    | 'live_ended'
    | 'language_unavailable'
    | 'job_not_found'
    | 'batch_invalid'
    | 'batch_not_found'
    | 'too_many_batches'
    | 'job_completed'
    | 'summary_not_found'
    | 'result_gone'
    | 'evidence_gone'
    | 'computing_budget_spent'
    | 'too_many_lookups'
    | 'too_many_transcripts'
    | 'transcript_too_large'
    | 'too_many_jobs'
    | 'source_blocked'
    | 'source_unavailable'
    | 'timed_out'
    | 'translation_unavailable'
    | 'name_invalid'
    | 'email_invalid'
    | 'password_too_short'
    | 'password_too_long'
    | 'password_invalid'
    | 'password_common'
    | 'current_password_wrong'
    | 'email_already_verified'
    | 'verification_token_missing'
    | 'verification_token_invalid'
    | 'reset_token_invalid'
    | 'undo_link_invalid'
    | 'bad_unsubscribe_token'
    | 'grace_invalid'
    | 'before_invalid'
    | 'after_invalid'
    | 'limit_invalid'
    | 'google_denied'
    | 'google_refused'
    | 'google_state_invalid'
    | 'link_ticket_invalid'
    | 'invalid_credentials'
    | 'handoff_invalid'
    | 'email_not_verified'
    | 'account_closed'
    | 'fresh_sign_in_required'
    | 'google_email_unverified'
    | 'google_link_needs_reset'
    | 'google_password_needed'
    | 'session_required_for_link'
    | 'google_not_configured'
    | 'identity_not_found'
    | 'session_not_found'
    | 'account_not_found'
    | 'api_key_absent'
    | 'api_key_exists'
    | 'email_taken'
    | 'account_closing'
    | 'last_way_in'
    | 'too_many_attempts'
    | 'too_many_keys'
    | 'too_many_mails'
    | 'too_many_email_changes'
    | 'too_many_exports'
    | 'export_running'
    | 'google_unavailable'
    | 'plan_unknown'
    | 'plan_without_terms'
    | 'duration_unknown'
    | 'payment_method_unknown'
    | 'payment_method_unavailable'
    | 'quote_id_invalid'
    | 'quote_differs'
    | 'insufficient_wallet_balance'
    | 'amount_too_small'
    | 'nothing_to_cancel'
    | 'page_invalid'
    | 'bad_signature'
    | 'signature_missing'
    | 'unsupported_event'
    | 'webhook_too_large'
    | 'payment_id_invalid'
    | 'quote_unknown'
    | 'payment_not_found'
    | 'receipt_not_found'
    | 'payment_provider_unknown'
    | 'plan_active'
    | 'quote_expired'
    | 'quote_used'
    | 'payment_processing'
    | 'checkout_ended'
    | 'checkout_replaced'
    | 'too_many_checkouts'
    | 'payment_unavailable'
    | 'webhook_url_not_a_url'
    | 'webhook_url_too_long'
    | 'webhook_url_not_https'
    | 'webhook_url_has_credentials'
    | 'webhook_url_bad_port'
    | 'webhook_url_private_address'
    | 'webhook_events_invalid'
    | 'webhook_overlap_invalid'
    | 'webhook_cursor_invalid'
    | 'webhook_not_found'
    | 'webhook_delivery_not_found'
    | 'too_many_webhooks'
    | 'webhook_disabled'
    | 'webhook_delivery_queued'
    | 'too_many_webhook_tests';
  request_id: string;
  /** The page that explains the code */
  docs_url: string;
  /** With 429: of the limit that refused */
  limit?: number;
  remaining?: number;
  /** Unix seconds */
  reset?: number;
  detail?: string;
  /** With account_closing alone: when the closed account is erased */
  erased_at?: string;
};
export type PublicError = {
  error: string;
  status_code: number;
  /** What it means: GET /api/errors */
  code:
    | 'invalid_request'
    | 'invalid_json'
    | 'json_too_deep'
    | 'json_too_many_values'
    | 'missing_parameter'
    | 'invalid_parameter'
    | 'body_missing'
    | 'idempotency_key_invalid'
    | 'host_missing'
    | 'host_repeated'
    | 'connection_lost'
    | 'api_key_missing'
    | 'api_key_invalid'
    | 'credential_invalid'
    | 'session_missing'
    | 'session_invalid'
    | 'session_required'
    | 'account_suspended'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'body_too_large'
    | 'content_type_unsupported'
    | 'charset_unsupported'
    | 'content_encoding_unsupported'
    | 'expectation_failed'
    | 'headers_too_large'
    | 'transfer_coding_unsupported'
    | 'idempotency_key_in_use'
    | 'idempotency_key_reused'
    | 'request_not_found'
    | 'quota_exceeded'
    | 'throttled'
    | 'too_many_at_once'
    | 'download_running'
    | 'statement_forgotten'
    | 'uncharged_work_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'database_unavailable'
    | 'unavailable'
    | 'mcp_unavailable'
    | 'shutting_down'
    | 'not_ready'
    | 'busy'
    | 'overloaded'
    | 'usage_behind'
    | 'call_undecided'
    | 'invalid_url'
    | 'summary_type_unknown'
    | 'custom_prompt_too_long'
    | 'language_unknown'
    | 'transcript_invalid'
    | 'transcript_too_long'
    | 'transcript_empty'
    | 'search_invalid'
    | 'cursor_invalid'
    | 'month_invalid'
    | 'transcript_disabled'
    | 'video_private'
    | 'video_unavailable'
    | 'age_restricted'
    | 'members_or_premium'
    | 'geo_blocked'
    | 'live_upcoming'
    | 'live_now'
    | 'live_ended'
    | 'language_unavailable'
    | 'job_not_found'
    | 'batch_invalid'
    | 'batch_not_found'
    | 'too_many_batches'
    | 'job_completed'
    | 'summary_not_found'
    | 'result_gone'
    | 'evidence_gone'
    | 'computing_budget_spent'
    | 'too_many_lookups'
    | 'too_many_transcripts'
    | 'transcript_too_large'
    | 'too_many_jobs'
    | 'source_blocked'
    | 'source_unavailable'
    | 'timed_out'
    | 'translation_unavailable'
    | 'name_invalid'
    | 'email_invalid'
    | 'password_too_short'
    | 'password_too_long'
    | 'password_invalid'
    | 'password_common'
    | 'current_password_wrong'
    | 'email_already_verified'
    | 'verification_token_missing'
    | 'verification_token_invalid'
    | 'reset_token_invalid'
    | 'undo_link_invalid'
    | 'bad_unsubscribe_token'
    | 'grace_invalid'
    | 'before_invalid'
    | 'after_invalid'
    | 'limit_invalid'
    | 'google_denied'
    | 'google_refused'
    | 'google_state_invalid'
    | 'link_ticket_invalid'
    | 'invalid_credentials'
    | 'handoff_invalid'
    | 'email_not_verified'
    | 'account_closed'
    | 'fresh_sign_in_required'
    | 'google_email_unverified'
    | 'google_link_needs_reset'
    | 'google_password_needed'
    | 'session_required_for_link'
    | 'google_not_configured'
    | 'identity_not_found'
    | 'session_not_found'
    | 'account_not_found'
    | 'api_key_absent'
    | 'api_key_exists'
    | 'email_taken'
    | 'account_closing'
    | 'last_way_in'
    | 'too_many_attempts'
    | 'too_many_keys'
    | 'too_many_mails'
    | 'too_many_email_changes'
    | 'too_many_exports'
    | 'export_running'
    | 'google_unavailable'
    | 'plan_unknown'
    | 'plan_without_terms'
    | 'duration_unknown'
    | 'payment_method_unknown'
    | 'payment_method_unavailable'
    | 'quote_id_invalid'
    | 'quote_differs'
    | 'insufficient_wallet_balance'
    | 'amount_too_small'
    | 'nothing_to_cancel'
    | 'page_invalid'
    | 'bad_signature'
    | 'signature_missing'
    | 'unsupported_event'
    | 'webhook_too_large'
    | 'payment_id_invalid'
    | 'quote_unknown'
    | 'payment_not_found'
    | 'receipt_not_found'
    | 'payment_provider_unknown'
    | 'plan_active'
    | 'quote_expired'
    | 'quote_used'
    | 'payment_processing'
    | 'checkout_ended'
    | 'checkout_replaced'
    | 'too_many_checkouts'
    | 'payment_unavailable'
    | 'webhook_url_not_a_url'
    | 'webhook_url_too_long'
    | 'webhook_url_not_https'
    | 'webhook_url_has_credentials'
    | 'webhook_url_bad_port'
    | 'webhook_url_private_address'
    | 'webhook_events_invalid'
    | 'webhook_overlap_invalid'
    | 'webhook_cursor_invalid'
    | 'webhook_not_found'
    | 'webhook_delivery_not_found'
    | 'too_many_webhooks'
    | 'webhook_disabled'
    | 'webhook_delivery_queued'
    | 'too_many_webhook_tests';
  request_id: string;
  /** The page that explains the code */
  docs_url: string;
  /** With 429: of the limit that refused */
  limit?: number;
  remaining?: number;
  /** Unix seconds */
  reset?: number;
};
export const {
  useAuthControllerMeQuery,
  useLazyAuthControllerMeQuery,
  useAuthControllerRegisterMutation,
  useAuthControllerLoginMutation,
  useAuthControllerLogoutMutation,
  useAuthControllerVerifyEmailMutation,
  useAuthControllerResendVerificationMutation,
  useMailedLinkControllerInspectQuery,
  useLazyMailedLinkControllerInspectQuery,
  useMailedLinkControllerUndoMutation,
  usePasswordControllerForgotMutation,
  usePasswordControllerResetMutation,
  usePasswordControllerUpdateMutation,
  useSessionsControllerListQuery,
  useLazySessionsControllerListQuery,
  useSessionsControllerEndAllMutation,
  useSessionsControllerEndMutation,
  useGoogleControllerBeginQuery,
  useLazyGoogleControllerBeginQuery,
  useGoogleControllerCallbackQuery,
  useLazyGoogleControllerCallbackQuery,
  useGoogleLinkControllerLinkMutation,
  useGoogleLinkControllerKeepMutation,
  useGoogleIdentitiesControllerListQuery,
  useLazyGoogleIdentitiesControllerListQuery,
  useGoogleIdentitiesControllerRemoveMutation,
  useApiKeyControllerGenerateMutation,
  useApiKeyControllerRotateMutation,
  useApiKeyControllerRevokeMutation,
  useWalletControllerStatementQuery,
  useLazyWalletControllerStatementQuery,
  useReferralControllerLinkQuery,
  useLazyReferralControllerLinkQuery,
  useReferralControllerStatsQuery,
  useLazyReferralControllerStatsQuery,
  useReferralControllerHistoryQuery,
  useLazyReferralControllerHistoryQuery,
  useProfileControllerUpdateMutation,
  useProfileControllerActivityQuery,
  useLazyProfileControllerActivityQuery,
  useAccountControllerExportQuery,
  useLazyAccountControllerExportQuery,
  useAccountControllerCloseMutation,
  useNotificationsControllerGetQuery,
  useLazyNotificationsControllerGetQuery,
  useNotificationsControllerSetMutation,
  useUnsubscribeControllerUnsubscribeMutation,
  useSubscriptionControllerPlansQuery,
  useLazySubscriptionControllerPlansQuery,
  useSubscriptionControllerMyPlanQuery,
  useLazySubscriptionControllerMyPlanQuery,
  useSubscriptionControllerCancelMutation,
  usePaymentControllerQuoteMutation,
  usePaymentControllerCreateSessionMutation,
  usePaymentControllerHistoryQuery,
  useLazyPaymentControllerHistoryQuery,
  usePaymentControllerHistoryTableQuery,
  useLazyPaymentControllerHistoryTableQuery,
  usePaymentControllerSessionQuery,
  useLazyPaymentControllerSessionQuery,
  useReceiptsControllerReceiptQuery,
  useLazyReceiptsControllerReceiptQuery,
  useOutgoingWebhooksControllerListQuery,
  useLazyOutgoingWebhooksControllerListQuery,
  useOutgoingWebhooksControllerCreateMutation,
  useOutgoingWebhooksControllerReadQuery,
  useLazyOutgoingWebhooksControllerReadQuery,
  useOutgoingWebhooksControllerChangeMutation,
  useOutgoingWebhooksControllerDeleteMutation,
  useOutgoingWebhooksControllerRotateMutation,
  useWebhookDeliveriesControllerListQuery,
  useLazyWebhookDeliveriesControllerListQuery,
  useWebhookDeliveriesControllerTestMutation,
  useWebhookDeliveriesControllerReplayMutation,
  useUsageControllerSummaryQuery,
  useLazyUsageControllerSummaryQuery,
  useUsageControllerDetailsQuery,
  useLazyUsageControllerDetailsQuery,
  useUsageControllerClientsQuery,
  useLazyUsageControllerClientsQuery,
  useStatementControllerStatementQuery,
  useLazyStatementControllerStatementQuery,
  useStatementControllerDetailsTableQuery,
  useLazyStatementControllerDetailsTableQuery,
  useRequestsControllerReadQuery,
  useLazyRequestsControllerReadQuery,
  useYoutubeControllerSummariseMutation,
  useYoutubeControllerPlaygroundMutation,
  useYoutubeControllerInfoMutation,
  useSummariesControllerListQuery,
  useLazySummariesControllerListQuery,
  useSummariesControllerAgainQuery,
  useLazySummariesControllerAgainQuery,
  useSummariesControllerDeleteMutation,
  useSummariesControllerVerifyQuery,
  useLazySummariesControllerVerifyQuery,
  useJobsControllerReadQuery,
  useLazyJobsControllerReadQuery,
  useJobsControllerCancelMutation,
  useReadingControllerTranscriptMutation,
  useReadingControllerEstimateMutation,
  useBatchesControllerCreateMutation,
  useBatchesControllerReadQuery,
  useLazyBatchesControllerReadQuery,
  useBatchesControllerCancelMutation,
  useInfoControllerInfoQuery,
  useLazyInfoControllerInfoQuery,
  useStatusControllerStatusQuery,
  useLazyStatusControllerStatusQuery,
  useErrorsControllerListQuery,
  useLazyErrorsControllerListQuery,
} = injectedRtkApi;
