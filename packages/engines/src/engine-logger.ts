/** What an engine may say while it starts; a pino logger fits, and so does nothing at all. */
export interface EngineLogger {
  info(message: string): void;
  warn(message: string): void;
}

export const silentLogger: EngineLogger = { info: () => undefined, warn: () => undefined };
