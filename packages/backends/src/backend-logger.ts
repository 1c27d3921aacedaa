/** Receives the messages of a starting backend; a pino logger fits. Without one it is silent. */
export interface BackendLogger {
  info(message: string): void;
  warn(message: string): void;
}

/** The default of all backends: drops every message. */
export const silentLogger: BackendLogger = { info: () => undefined, warn: () => undefined };
