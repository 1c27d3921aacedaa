import { generatedApi } from './generated-api';

/** As long as the gateway writes at one file. */
const TIMEOUT_MS = 10 * 60_000;

const downloadApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    /** A file of the gateway, as the address of an object of the browser: the store keeps no file. A mutation: asked for each time. */
    download: build.mutation<string, string>({
      query: (path) => ({
        url: path,
        timeout: TIMEOUT_MS,
        responseHandler: async (response) =>
          response.ok ? URL.createObjectURL(await response.blob()) : (response.json() as Promise<unknown>),
      }),
    }),
  }),
});

export const { useDownloadMutation } = downloadApi;
