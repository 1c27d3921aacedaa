import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with what browsers have and jsdom lacks taken from Node, so that calls over HTTP are real ones that MSW answers. */
const OF_NODE = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'Blob',
  'File',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoderStream',
  'CompressionStream',
  'DecompressionStream',
  'AbortController',
  'AbortSignal',
  'BroadcastChannel',
  'structuredClone',
  'performance',
  'crypto',
];

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of OF_NODE) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
  }
}
