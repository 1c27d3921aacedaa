import { generatedApi } from '../../lib/generated-api';

const billingApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    /** The page of a receipt. Requested through the API, so that an ended session is noticed (WEB-7). A mutation, so that it is not cached. */
    receiptPage: build.mutation<string, string>({
      query: (payment) => ({
        url: `/api/payment/receipt/${encodeURIComponent(payment)}`,
        // A page on success, the error's JSON otherwise.
        responseHandler: 'content-type',
      }),
    }),
  }),
});

export const { useReceiptPageMutation } = billingApi;
