/** The few parts of pg that this package uses: its type package is not among the installed ones. */
declare module 'pg' {
  export interface Result<R> {
    rows: R[];
    rowCount: number | null;
  }
  export interface Settings {
    connectionString?: string;
    max?: number;
    connectionTimeoutMillis?: number;
    idleTimeoutMillis?: number;
    statement_timeout?: number;
    query_timeout?: number;
    keepAlive?: boolean;
    application_name?: string;
  }
  export class Client {
    constructor(settings: Settings);
    connect(): Promise<unknown>;
    end(): Promise<void>;
    query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Result<R>>;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'notification', listener: (message: { channel: string; payload?: string }) => void): this;
  }
  export class Pool {
    constructor(settings: Settings);
    query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Result<R>>;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): Promise<void>;
  }
}
