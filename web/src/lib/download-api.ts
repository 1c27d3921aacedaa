import { generatedApi } from './generated-api';

/** The longest time that the gateway takes to write a file. */
const TIMEOUT_MS = 10 * 60_000;

const downloadApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    /** A file of the gateway as an object URL: the store keeps no file. A mutation, so that it is requested each time. */
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
