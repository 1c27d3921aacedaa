import { createApi } from '@reduxjs/toolkit/query/react';
import { callGateway } from './call-gateway';

/** The one API of the web app; generated-api.ts adds the gateway's operations to it. Tags say what a change makes old. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callGateway,
  tagTypes: ['subscription', 'usage', 'payments', 'sessions', 'referrals', 'summaries', 'notifications'],
  endpoints: () => ({}),
});
