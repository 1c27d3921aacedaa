/** What a backend may say while it starts; a pino logger fits; without one it is silent. */
export interface BackendLogger {
  info(message: string): void;
  warn(message: string): void;
}

export const silentLogger: BackendLogger = { info: () => undefined, warn: () => undefined };
