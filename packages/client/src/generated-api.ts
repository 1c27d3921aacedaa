/** Made of the OpenAPI document by `make client`. */
export interface paths {
  '/api/subscription/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the plans and their prices */
    get: operations['SubscriptionController_plans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the webhooks of the account */
    get: operations['OutgoingWebhooksController_list'];
    put?: never;
    /** Add a webhook, at most 5; the answer shows its secret this once */
    post: operations['OutgoingWebhooksController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A webhook */
    get: operations['OutgoingWebhooksController_read'];
    /** Replace a webhook: its address, its events, and whether it is enabled */
    put: operations['OutgoingWebhooksController_change'];
    post?: never;
    /** Delete a webhook with its deliveries */
    delete: operations['OutgoingWebhooksController_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rotate the secret: the answer shows the new one this once; for overlap_hours (0 to 24, default 24) the old one signs as well */
    post: operations['OutgoingWebhooksController_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the deliveries of the last 30 days, newest first */
    get: operations['WebhookDeliveriesController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send one webhook.test event; it is tried only once */
    post: operations['WebhookDeliveriesController_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/deliveries/{deliveryId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a delivery once more, under the same webhook-id */
    post: operations['WebhookDeliveriesController_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/usage/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the usage of this month and the last 12 */
    get: operations['UsageController_summary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/usage/statement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the statement that proves a month: one page as JSON, or all of it as a file */
    get: operations['StatementController_statement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/requests/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The outcome of a request, by its X-Request-Id, for 30 days; it costs nothing */
    get: operations['RequestsController_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/summarize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Summarise a video; one call on success costs one video of the quota */
    post: operations['YoutubeController_summarise'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Title and transcript languages of a video; costs nothing */
    post: operations['YoutubeController_info'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/summaries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The summaries of the last 30 days, newest first; q finds part of a title */
    get: operations['SummariesController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/summaries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A summary of the last 30 days once more; costs nothing */
    get: operations['SummariesController_again'];
    put?: never;
    post?: never;
    /** Delete a summary from the list; its call still counts */
    delete: operations['SummariesController_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/summaries/{id}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check each sentence of a summary against what is said in the video; costs nothing */
    get: operations['SummariesController_verify'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A job, with its summary once that is completed */
    get: operations['JobsController_read'];
    put?: never;
    post?: never;
    /** Cancel a job that is not completed; it is not charged */
    delete: operations['JobsController_cancel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/transcript': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The transcript of a video; costs no video, and is limited by the day */
    post: operations['ReadingController_transcript'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/estimate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What summarise would do with the same body, and what it would cost; costs nothing */
    post: operations['ReadingController_estimate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Summarise 1 to 100 videos while nobody waits; each summary costs one video, everything else nothing */
    post: operations['BatchesController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/youtube/batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A batch, with the outcome of each item */
    get: operations['BatchesController_read'];
    put?: never;
    post?: never;
    /** Cancels a batch: the items that have not ended cost nothing */
    delete: operations['BatchesController_cancel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Base address, monthly limits by plan, and videos to test with */
    get: operations['InfoController_info'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The current status of the parts, at most 15 s old */
    get: operations['StatusController_status'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every error code, its cause, and what to do about it */
    get: operations['ErrorsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    PublicError: {
      error: string;
      status_code: number;
      /**
       * @description What it means: GET /api/errors
       * @enum {string}
       */
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
      /**
       * Format: uri
       * @description The page that explains the code
       */
      docs_url: string;
      /** @description With 429: of the limit that refused */
      limit?: number;
      remaining?: number;
      /** @description Unix seconds */
      reset?: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  SubscriptionController_plans: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            plans: {
              key: string;
              name: string;
              features: string[];
              /** @description US dollars per month */
              price: number;
              durations: {
                /** @enum {string} */
                key: 'monthly' | '3months' | '6months' | 'yearly';
                /** @description US dollars per month */
                price: number;
              }[];
              videos_per_month: number;
            }[];
          };
        };
      };
    };
  };
  OutgoingWebhooksController_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            webhooks: {
              id: string;
              url: string;
              events: string[];
              enabled: boolean;
              /** @description owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
              disabled_reason: string | null;
              /** @description First failure since the last success; null after a successful delivery */
              failing_since: string | null;
              /** @description Until when the secret before the last rotation signs as well */
              old_secret_valid_until: string | null;
              created_at: string;
            }[];
          };
        };
      };
    };
  };
  OutgoingWebhooksController_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 100000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1",
         *       "events": [
         *         "job.completed"
         *       ]
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2000 characters that is not blank and has no null bytes */
          url: string;
          /** @description a list of: job.completed, job.failed, batch.ended, quota.threshold */
          events: ('job.completed' | 'job.failed' | 'batch.ended' | 'quota.threshold')[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            webhook: {
              id: string;
              url: string;
              events: string[];
              enabled: boolean;
              /** @description owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
              disabled_reason: string | null;
              /** @description First failure since the last success; null after a successful delivery */
              failing_since: string | null;
              /** @description Until when the secret before the last rotation signs as well */
              old_secret_valid_until: string | null;
              created_at: string;
            };
            /** @description Signs every delivery. It is shown only this once */
            secret: string;
          };
        };
      };
    };
  };
  OutgoingWebhooksController_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            webhook: {
              id: string;
              url: string;
              events: string[];
              enabled: boolean;
              /** @description owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
              disabled_reason: string | null;
              /** @description First failure since the last success; null after a successful delivery */
              failing_since: string | null;
              /** @description Until when the secret before the last rotation signs as well */
              old_secret_valid_until: string | null;
              created_at: string;
            };
          };
        };
      };
    };
  };
  OutgoingWebhooksController_change: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 100000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1",
         *       "events": [
         *         "job.completed"
         *       ],
         *       "enabled": true
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2000 characters that is not blank and has no null bytes */
          url: string;
          /** @description a list of: job.completed, job.failed, batch.ended, quota.threshold */
          events: ('job.completed' | 'job.failed' | 'batch.ended' | 'quota.threshold')[];
          /** @description true or false */
          enabled: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            webhook: {
              id: string;
              url: string;
              events: string[];
              enabled: boolean;
              /** @description owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
              disabled_reason: string | null;
              /** @description First failure since the last success; null after a successful delivery */
              failing_since: string | null;
              /** @description Until when the secret before the last rotation signs as well */
              old_secret_valid_until: string | null;
              created_at: string;
            };
          };
        };
      };
    };
  };
  OutgoingWebhooksController_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            message: string;
          };
        };
      };
    };
  };
  OutgoingWebhooksController_rotate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 100000 bytes */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_hours": 1
         *     }
         */
        'application/json': {
          /** @description a number of hours from 0 to 24 */
          overlap_hours?: number | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            webhook: {
              id: string;
              url: string;
              events: string[];
              enabled: boolean;
              /** @description owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled */
              disabled_reason: string | null;
              /** @description First failure since the last success; null after a successful delivery */
              failing_since: string | null;
              /** @description Until when the secret before the last rotation signs as well */
              old_secret_valid_until: string | null;
              created_at: string;
            };
            /** @description Signs every delivery. It is shown only this once */
            secret: string;
          };
        };
      };
    };
  };
  WebhookDeliveriesController_list: {
    parameters: {
      query?: {
        cursor?: string;
        limit?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            deliveries: {
              id: string;
              /** @description The webhook-id header: the same at every attempt and replay */
              webhook_id: string;
              event: string;
              /** @enum {string} */
              status: 'queued' | 'delivered' | 'failed';
              /** @description Why it waits or has failed, as a code; null once it is delivered */
              cause: string | null;
              created_at: string;
              next_attempt_at: string | null;
              /** @description The last 10, newest first */
              attempts: {
                at: string;
                duration_ms: number;
                /** @description HTTP status; null without an answer */
                status: number | null;
                /** @description An error code; null when the receiver accepted it */
                error: string | null;
              }[];
            }[];
            /** @description Ask again with cursor = this for older ones; null on the last page */
            next: string | null;
          };
        };
      };
    };
  };
  WebhookDeliveriesController_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            delivery: {
              id: string;
              /** @description The webhook-id header: the same at every attempt and replay */
              webhook_id: string;
              event: string;
              /** @enum {string} */
              status: 'queued' | 'delivered' | 'failed';
              /** @description Why it waits or has failed, as a code; null once it is delivered */
              cause: string | null;
              created_at: string;
              next_attempt_at: string | null;
              /** @description The last 10, newest first */
              attempts: {
                at: string;
                duration_ms: number;
                /** @description HTTP status; null without an answer */
                status: number | null;
                /** @description An error code; null when the receiver accepted it */
                error: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  WebhookDeliveriesController_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            delivery: {
              id: string;
              /** @description The webhook-id header: the same at every attempt and replay */
              webhook_id: string;
              event: string;
              /** @enum {string} */
              status: 'queued' | 'delivered' | 'failed';
              /** @description Why it waits or has failed, as a code; null once it is delivered */
              cause: string | null;
              created_at: string;
              next_attempt_at: string | null;
              /** @description The last 10, newest first */
              attempts: {
                at: string;
                duration_ms: number;
                /** @description HTTP status; null without an answer */
                status: number | null;
                /** @description An error code; null when the receiver accepted it */
                error: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  UsageController_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
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
        };
      };
    };
  };
  StatementController_statement: {
    parameters: {
      query?: {
        month?: string;
        format?: string;
        after?: string;
        limit?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            statement: {
              /** @description The pseudonym of the account in statements */
              account: string;
              month: string;
              algorithm: string;
              /** @description Videos used in the month, the same number as in all other answers */
              used: number;
              /** @description Lines */
              count: number;
              /** @description Sum of the units of all lines */
              units: number;
              /** @description Hash of the last line */
              head: string;
              /** @description From when on each unit has a line of its own; null when no unit of the month has one */
              complete_from: string | null;
              /** @description Count and head as mailed at the end of the month; later lines are corrections */
              closed: {
                count: number;
                /** @description 64 hex digits */
                head: string;
                closed_at: string;
              } | null;
              /** @description False once the lines are older than twelve months */
              lines_kept: boolean;
            };
            lines: {
              /** @description 1, 2, 3 ... without gaps */
              seq: number;
              /** @description When the call was received; for a refund, when it was given back */
              time: string;
              /** @description The call's id; empty for carried units */
              call: string;
              units: number;
              /**
               * @description charge, refund, or carried: units that were counted before lines were written
               * @enum {string}
               */
              kind: 'charge' | 'refund' | 'carried';
              /** @description 64 hex digits */
              prev: string;
              /** @description 64 hex digits */
              hash: string;
            }[];
            /** @description Ask again with after = this; null on the last page */
            next: number | null;
          };
          'application/x-ndjson': string;
          'text/csv': string;
        };
      };
    };
  };
  RequestsController_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              request_id: string;
              time: string;
              method: string;
              /** @description The route, with a placeholder for each id */
              endpoint: string;
              /** @description Status of the answer, or of the error that ended a stream; null when the client left before */
              status: number | null;
              /** @description Code of an error: see GET /api/errors */
              code: string | null;
              /** @description Whether this request cost a video, according to the quota count */
              charged: boolean;
              /**
               * @description pending: the job or the work is still running; refunded: charged and given back
               * @enum {string}
               */
              charge: 'no' | 'yes' | 'pending' | 'refunded';
              /** @description The engine that wrote the summary; null when none was delivered */
              engine: string | null;
              /** @description Whether the summary was already stored */
              cached: boolean;
              /** @description Whether the answer is that of an earlier call with the same Idempotency-Key */
              idempotent_replay: boolean;
              latency_ms: number;
              client: string;
              /** @description For a metered call: the id of its job, and of its summary once it is charged */
              call_id: string | null;
            };
          };
        };
      };
    };
  };
  YoutubeController_summarise: {
    parameters: {
      query?: never;
      header?: {
        /** @description respond-async: answers 202 at once with a job to poll, which is charged when it is completed. Ignored with a transcript, with a format other than json, with timestamps false, and when Accept prefers text/event-stream: then the answer has no Preference-Applied. */
        Prefer?: string;
        /** @description A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 5000000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1",
         *       "custom_prompt": "How the gates work",
         *       "summary_type": "auto",
         *       "language": "en",
         *       "timestamps": true,
         *       "format": "json"
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2048 characters that is not blank and has no null bytes, needed without transcript */
          url?: string;
          /** @description SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds */
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
          /** @description a text of at most 300 characters without null bytes */
          title?: string | null;
          /** @description a text of at most 2000 characters without null bytes */
          custom_prompt?: string | null;
          /**
           * @description one of: auto, short, detail
           * @enum {string|null}
           */
          summary_type?: 'auto' | 'short' | 'detail' | '' | null;
          /** @description auto or the code of a language, such as de, pt-BR or zh-Hant */
          language?: string | null;
          /** @description true or false */
          timestamps?: boolean | null;
          /**
           * @description one of: json, md, srt
           * @enum {string|null}
           */
          format?: 'json' | 'md' | 'srt' | '' | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Empty for a supplied transcript without a url */
              video_id: string;
              title: string;
              /** @description Characters */
              transcript_length: number;
              summary: string;
              /** @enum {string} */
              summary_type: 'auto' | 'short' | 'detail';
              /** @description Every sentence of the summary with its place in the video */
              sentences: {
                start_seconds: number;
                text: string;
                /** @description End of the part of the video that supports the sentence; null when unknown */
                end_seconds: number | null;
                /** @description The parts of the video that support the sentence; empty when end_seconds is null */
                citations: {
                  start_seconds: number;
                  end_seconds: number;
                }[];
              }[];
              language: string;
              engine: string;
              /** @description Of the video; null when unknown */
              duration_seconds: number | null;
              /** @description True when custom_prompt steered the summary */
              focus_applied: boolean;
              /**
               * @description Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it
               * @enum {string|null}
               */
              focus_reason: 'style' | 'language' | 'format' | 'not_found' | null;
              chapters: {
                start_seconds: number;
                end_seconds: number;
                title: string;
                /** @enum {string} */
                source: 'creator' | 'model' | 'lexical';
                approximate: boolean;
              }[];
              /** @description Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
              warnings: {
                code: string;
                /** @enum {string} */
                field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
                start_seconds: number | null;
                end_seconds: number | null;
                /** @description For cue_left_out: the line of the cue in the subtitles, and the reason */
                detail?: string;
              }[];
              /** @description Parts of the video of which a detailed summary says nothing */
              not_covered: {
                start_seconds: number;
                end_seconds: number;
              }[];
              /** @description Number of sentences that were removed because the transcript does not support them */
              dropped_sentences: number;
              /**
               * @description supplied: the transcript came with the request
               * @enum {string}
               */
              transcript_source: 'youtube' | 'supplied';
            };
          };
          'text/markdown': string;
          'application/x-subrip': string;
          'text/event-stream': string;
        };
      };
      /** @description Accepted; GET the address in Location to read the result */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Also the id of its summary, once it is completed */
              job_id: string;
              /** @enum {string} */
              status: 'queued' | 'running' | 'completed' | 'failed';
              created_at: string;
            };
          };
        };
      };
    };
  };
  YoutubeController_info: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 100000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1"
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2048 characters that is not blank and has no null bytes */
          url: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
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
        };
      };
    };
  };
  SummariesController_list: {
    parameters: {
      query?: {
        cursor?: string;
        limit?: string;
        q?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            summaries: {
              /** @description Id of the call that made the summary */
              id: string;
              video_id: string | null;
              /** @description Title at the time of the call; null when none is stored */
              title: string | null;
              /** @enum {string|null} */
              summary_type: 'auto' | 'short' | 'detail' | null;
              /** @description Of the video; null when unknown */
              duration_seconds: number | null;
              /** @description When the call was received */
              created_at: string;
              client: string;
              /** @description Moments of its sentences in the video, in seconds; null while they cannot be read */
              ticks: number[] | null;
            }[];
            /** @description Ask again with cursor = this for older ones; null on the last page */
            next: string | null;
          };
        };
      };
    };
  };
  SummariesController_again: {
    parameters: {
      query?: {
        format?: string;
        timestamps?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Empty for a supplied transcript without a url */
              video_id: string;
              title: string;
              /** @description Characters */
              transcript_length: number;
              summary: string;
              /** @enum {string} */
              summary_type: 'auto' | 'short' | 'detail';
              /** @description Every sentence of the summary with its place in the video */
              sentences: {
                start_seconds: number;
                text: string;
                /** @description End of the part of the video that supports the sentence; null when unknown */
                end_seconds: number | null;
                /** @description The parts of the video that support the sentence; empty when end_seconds is null */
                citations: {
                  start_seconds: number;
                  end_seconds: number;
                }[];
              }[];
              language: string;
              engine: string;
              /** @description Of the video; null when unknown */
              duration_seconds: number | null;
              /** @description True when custom_prompt steered the summary */
              focus_applied: boolean;
              /**
               * @description Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it
               * @enum {string|null}
               */
              focus_reason: 'style' | 'language' | 'format' | 'not_found' | null;
              chapters: {
                start_seconds: number;
                end_seconds: number;
                title: string;
                /** @enum {string} */
                source: 'creator' | 'model' | 'lexical';
                approximate: boolean;
              }[];
              /** @description Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
              warnings: {
                code: string;
                /** @enum {string} */
                field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
                start_seconds: number | null;
                end_seconds: number | null;
                /** @description For cue_left_out: the line of the cue in the subtitles, and the reason */
                detail?: string;
              }[];
              /** @description Parts of the video of which a detailed summary says nothing */
              not_covered: {
                start_seconds: number;
                end_seconds: number;
              }[];
              /** @description Number of sentences that were removed because the transcript does not support them */
              dropped_sentences: number;
              /**
               * @description supplied: the transcript came with the request
               * @enum {string}
               */
              transcript_source: 'youtube' | 'supplied';
              /** @description Id of the call that made the summary */
              id: string;
              /** @description When the call was received */
              created_at: string;
            };
          };
          'text/markdown': string;
          'application/x-subrip': string;
        };
      };
    };
  };
  SummariesController_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            message: string;
          };
        };
      };
    };
  };
  SummariesController_verify: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Id of the call that made the summary */
              id: string;
              sentences: {
                text: string;
                start_seconds: number;
                end_seconds: number;
                supported: boolean;
                /** @description Why it is not supported; empty when it is */
                reasons: (
                  | 'outside_video'
                  | 'no_words'
                  | 'number_not_said'
                  | 'name_not_said'
                  | 'negation_differs'
                  | 'words_not_said'
                  | 'joins_turns'
                )[];
                /** @description What is said there and up to ten seconds around */
                evidence: string;
              }[];
              /** @description How many sentences are supported */
              supported: number;
              unsupported: number;
              checked_at: string;
            };
          };
        };
      };
    };
  };
  JobsController_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Also the id of its summary, once it is completed */
              job_id: string;
              /** @enum {string} */
              status: 'queued' | 'running' | 'completed' | 'failed';
              created_at: string;
              finished_at: string | null;
              /** @description Of a failed job: its error code and a sentence for people. A failed job costs nothing */
              error: {
                code: string;
                message: string;
              } | null;
              /** @description Of a completed job: the data of a summarise answer; null once the summary was deleted */
              result: {
                /** @description Empty for a supplied transcript without a url */
                video_id: string;
                title: string;
                /** @description Characters */
                transcript_length: number;
                summary: string;
                /** @enum {string} */
                summary_type: 'auto' | 'short' | 'detail';
                /** @description Every sentence of the summary with its place in the video */
                sentences: {
                  start_seconds: number;
                  text: string;
                  /** @description End of the part of the video that supports the sentence; null when unknown */
                  end_seconds: number | null;
                  /** @description The parts of the video that support the sentence; empty when end_seconds is null */
                  citations: {
                    start_seconds: number;
                    end_seconds: number;
                  }[];
                }[];
                language: string;
                engine: string;
                /** @description Of the video; null when unknown */
                duration_seconds: number | null;
                /** @description True when custom_prompt steered the summary */
                focus_applied: boolean;
                /**
                 * @description Why custom_prompt was not applied: it asks for a style, a language or a format, or nothing is said of it
                 * @enum {string|null}
                 */
                focus_reason: 'style' | 'language' | 'format' | 'not_found' | null;
                chapters: {
                  start_seconds: number;
                  end_seconds: number;
                  title: string;
                  /** @enum {string} */
                  source: 'creator' | 'model' | 'lexical';
                  approximate: boolean;
                }[];
                /** @description Parts of the transcript, title, chapters or custom_prompt that were not followed or could not be read */
                warnings: {
                  code: string;
                  /** @enum {string} */
                  field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
                  start_seconds: number | null;
                  end_seconds: number | null;
                  /** @description For cue_left_out: the line of the cue in the subtitles, and the reason */
                  detail?: string;
                }[];
                /** @description Parts of the video of which a detailed summary says nothing */
                not_covered: {
                  start_seconds: number;
                  end_seconds: number;
                }[];
                /** @description Number of sentences that were removed because the transcript does not support them */
                dropped_sentences: number;
                /**
                 * @description supplied: the transcript came with the request
                 * @enum {string}
                 */
                transcript_source: 'youtube' | 'supplied';
              } | null;
            };
          };
        };
      };
    };
  };
  JobsController_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            message: string;
          };
        };
      };
    };
  };
  ReadingController_transcript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 100000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1",
         *       "language": "en",
         *       "format": "segments"
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2048 characters that is not blank and has no null bytes */
          url: string;
          /** @description auto or the code of a language, such as de, pt-BR or zh-Hant */
          language?: string | null;
          /**
           * @description one of: segments, text, srt, vtt
           * @enum {string|null}
           */
          format?: 'segments' | 'text' | 'srt' | 'vtt' | '' | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              video_id: string;
              title: string;
              language: string;
              /**
               * @description Whose captions they are: the author’s, or generated ones of YouTube
               * @enum {string}
               */
              caption_kind: 'author' | 'generated';
              /** @description Of the video; null when unknown */
              duration_seconds: number | null;
              /** @description In order of time; `>> ` opens another speaker’s turn. Absent with format text */
              segments?: {
                start_seconds: number;
                end_seconds: number;
                text: string;
              }[];
              /** @description With format text: all that is said, a new line where another speaker begins */
              text?: string;
            };
          };
          'application/x-subrip': string;
          'text/vtt': string;
        };
      };
    };
  };
  ReadingController_estimate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 5000000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.youtube.com/watch?v=precisDemo1",
         *       "transcript": "text",
         *       "title": "How a canal lock lifts a boat",
         *       "custom_prompt": "How the gates work",
         *       "summary_type": "auto",
         *       "language": "en",
         *       "timestamps": true,
         *       "format": "json"
         *     }
         */
        'application/json': {
          /** @description a text of 1 to 2048 characters that is not blank and has no null bytes, needed without transcript */
          url?: string;
          /** @description SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds */
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
          /** @description a text of at most 300 characters without null bytes */
          title?: string | null;
          /** @description a text of at most 2000 characters without null bytes */
          custom_prompt?: string | null;
          /**
           * @description one of: auto, short, detail
           * @enum {string|null}
           */
          summary_type?: 'auto' | 'short' | 'detail' | '' | null;
          /** @description auto or the code of a language, such as de, pt-BR or zh-Hant */
          language?: string | null;
          /** @description true or false */
          timestamps?: boolean | null;
          /**
           * @description one of: json, md, srt
           * @enum {string|null}
           */
          format?: 'json' | 'md' | 'srt' | '' | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              /** @description Videos of the quota that summarise would cost now */
              would_charge: number;
              /** @description new_summary or stored_summary, which are charged alike; else the code that summarise would refuse with: quota_exceeded, transcript_disabled, ... */
              reason: string;
              /** @description The reason as a sentence */
              message: string;
              /** @description Videos left this month */
              remaining: number;
              /** @description Videos left after the summary */
              remaining_after: number;
              /** @description Empty for a supplied transcript without a url */
              video_id: string;
              title: string;
              /** @description Of the transcript; empty when there is none */
              language: string;
              /** @description Of the video; null when unknown */
              duration_seconds: number | null;
              /** @description Characters; null when unknown */
              transcript_length: number | null;
              /** @description Who would write the summary; null when there would be none */
              engine: string | null;
              /** @description The summary is stored already and would be answered at once */
              cached: boolean;
              /** @description With the same Prefer header, summarise would answer 202 and a job */
              asynchronous: boolean;
            };
          };
        };
      };
    };
  };
  BatchesController_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description JSON in UTF-8, at most 5000000 bytes */
    requestBody: {
      content: {
        /**
         * @example {
         *       "items": [
         *         {
         *           "url": "https://www.youtube.com/watch?v=precisDemo1",
         *           "custom_prompt": "How the gates work",
         *           "summary_type": "auto",
         *           "language": "en"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description an array of 1 to 100 items, each with url and optionally custom_prompt, summary_type and language */
          items: {
            /** @description a text of 1 to 2048 characters that is not blank and has no null bytes */
            url: string;
            /** @description a text of at most 2000 characters without null bytes */
            custom_prompt?: string | null;
            /**
             * @description one of: auto, short, detail
             * @enum {string|null}
             */
            summary_type?: 'auto' | 'short' | 'detail' | '' | null;
            /** @description auto or the code of a language, such as de, pt-BR or zh-Hant */
            language?: string | null;
          }[];
        };
      };
    };
    responses: {
      /** @description Accepted; GET the address in Location to read the result */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              batch_id: string;
              /**
               * @description completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run
               * @enum {string}
               */
              status: 'running' | 'completed' | 'cancelling' | 'cancelled';
              created_at: string;
              finished_at: string | null;
              counts: {
                /** @description Items of the request */
                total: number;
                /** @description Not begun; nothing is reserved for them */
                waiting: number;
                /** @description At work, with a video of the quota reserved */
                running: number;
                /** @description With a summary, each charged */
                completed: number;
                /** @description With an error; they cost nothing */
                failed: number;
                /** @description Not ended when the batch was cancelled; they cost nothing */
                cancelled: number;
              };
              items: {
                /** @description Place in the request; the first is 0 */
                index: number;
                /** @description As it was sent; empty when it was no text */
                url: string;
                /** @enum {string} */
                status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
                charged: boolean;
                /** @description Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
                summary_id: string | null;
                /** @description Of a failed item: its error code and a sentence for people */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
          };
        };
      };
    };
  };
  BatchesController_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              batch_id: string;
              /**
               * @description completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run
               * @enum {string}
               */
              status: 'running' | 'completed' | 'cancelling' | 'cancelled';
              created_at: string;
              finished_at: string | null;
              counts: {
                /** @description Items of the request */
                total: number;
                /** @description Not begun; nothing is reserved for them */
                waiting: number;
                /** @description At work, with a video of the quota reserved */
                running: number;
                /** @description With a summary, each charged */
                completed: number;
                /** @description With an error; they cost nothing */
                failed: number;
                /** @description Not ended when the batch was cancelled; they cost nothing */
                cancelled: number;
              };
              items: {
                /** @description Place in the request; the first is 0 */
                index: number;
                /** @description As it was sent; empty when it was no text */
                url: string;
                /** @enum {string} */
                status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
                charged: boolean;
                /** @description Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
                summary_id: string | null;
                /** @description Of a failed item: its error code and a sentence for people */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
          };
        };
      };
    };
  };
  BatchesController_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            data: {
              batch_id: string;
              /**
               * @description completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run
               * @enum {string}
               */
              status: 'running' | 'completed' | 'cancelling' | 'cancelled';
              created_at: string;
              finished_at: string | null;
              counts: {
                /** @description Items of the request */
                total: number;
                /** @description Not begun; nothing is reserved for them */
                waiting: number;
                /** @description At work, with a video of the quota reserved */
                running: number;
                /** @description With a summary, each charged */
                completed: number;
                /** @description With an error; they cost nothing */
                failed: number;
                /** @description Not ended when the batch was cancelled; they cost nothing */
                cancelled: number;
              };
              items: {
                /** @description Place in the request; the first is 0 */
                index: number;
                /** @description As it was sent; empty when it was no text */
                url: string;
                /** @enum {string} */
                status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
                charged: boolean;
                /** @description Of a completed one: GET /api/youtube/summaries/{id} answers its summary */
                summary_id: string | null;
                /** @description Of a failed item: its error code and a sentence for people */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
          };
        };
      };
    };
  };
  InfoController_info: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            base_url: string;
            /** @description The last known ones while billing is unavailable; empty while they are unknown */
            rate_limits: {
              plan: string;
              videos_per_month: number;
            }[];
            sign_in: ('password' | 'google')[];
            /** @description Of stripe, crypto and wallet; empty while billing is unavailable */
            payment_methods: string[];
            /** @description The engines that write summaries, in the order in which they are tried; the last one writes what the others cannot; empty while they are unknown */
            engines: string[];
            /** @description Parts that this deployment simulates */
            sandbox: string[];
            /** @description A mail address, or an https address */
            contact: string | null;
            social: {
              microblog?: string;
              photos?: string;
              community?: string;
              messenger?: string;
            };
            /** @description Videos of the landing page, as addresses to watch them */
            videos: {
              /** Format: uri */
              hero: string | null;
              /** Format: uri */
              promo: string | null;
            };
            /** @description The last known ones while the service that makes summaries is unavailable; empty while they are unknown */
            demo_videos: {
              url: string;
              video_id: string;
              title: string;
              outcome: string;
              status: number;
            }[];
          };
        };
      };
    };
  };
  StatusController_status: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            /** @enum {string} */
            api: 'operational' | 'degraded' | 'down' | 'unknown';
            /**
             * @description YouTube, by the look-ups of the last 15 minutes; unknown while there were none
             * @enum {string}
             */
            source: 'operational' | 'degraded' | 'down' | 'unknown';
            /**
             * @description down while no payment method is offered
             * @enum {string}
             */
            payments: 'operational' | 'degraded' | 'down' | 'unknown';
          };
        };
      };
    };
  };
  ErrorsController_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            success: true;
            errors: {
              code: string;
              /** @enum {string} */
              group: 'request' | 'video' | 'account' | 'payment' | 'webhook';
              /** @description Empty when only items of jobs and batches carry the code */
              statuses: number[];
              cause: string;
              /** @description What to do about it */
              next: string;
              /** @description Whether the same request may succeed later */
              retryable: boolean;
              /**
               * @description never: it cost no video; rarely: it did if the answer was lost after the charge, and GET /api/requests/{id} tells
               * @enum {string}
               */
              charged: 'never' | 'rarely';
              docs_url: string;
            }[];
          };
        };
      };
    };
  };
}
