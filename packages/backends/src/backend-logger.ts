/** What a backend may say while it starts; a pino logger fits, and so does nothing at all. */
export interface BackendLogger {
  info(message: string): void;
  warn(message: string): void;
}

export const silentLogger: BackendLogger = { info: () => undefined, warn: () => undefined };
