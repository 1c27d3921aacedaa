/** The few parts of pg that this package uses: its type package is not among the installed ones. */
declare module 'pg' {
  export class Client {
    constructor(settings: { connectionString: string; connectionTimeoutMillis?: number });
    connect(): Promise<unknown>;
    query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
    end(): Promise<void>;
    on(event: 'error', listener: (error: Error) => void): void;
  }
}
