import { createApi } from '@reduxjs/toolkit/query/react';
import { callGateway } from './call-gateway';

/** The single API of the web app; generated-api.ts adds the gateway's operations. Tags say which cached data a change invalidates. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callGateway,
  tagTypes: ['subscription', 'usage', 'payments', 'sessions', 'referrals', 'summaries', 'notifications'],
  endpoints: () => ({}),
});
