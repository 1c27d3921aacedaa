import { generatedApi } from '../../lib/generated-api';

const billingApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    /** A receipt's page. Asked for like everything else, so that a session that has ended ends here too (WEB-7). A mutation: not kept. */
    receiptPage: build.mutation<string, string>({
      query: (payment) => ({
        url: `/api/payment/receipt/${encodeURIComponent(payment)}`,
        // A page when there is one, the error's JSON otherwise.
        responseHandler: 'content-type',
      }),
    }),
  }),
});

export const { useReceiptPageMutation } = billingApi;
