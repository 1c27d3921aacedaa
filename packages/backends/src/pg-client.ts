import { createRequire } from 'node:module';

/** What we use of a `pg` client; the package brings no types of its own. */
export interface PgClient {
  connect(): Promise<void>;
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
  escapeIdentifier(name: string): string;
  escapeLiteral(text: string): string;
}

type PgModule = { Client: new (options: Record<string, unknown>) => PgClient };

/** Runs `work` on one connection of its own, with deadlines for the connection and for each statement. */
export async function withPgClient<T>(url: string, work: (client: PgClient) => Promise<T>): Promise<T> {
  const { Client } = createRequire(import.meta.url)('pg') as PgModule;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  // A dropped connection already fails the statement; unheard, its second report would end the whole process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
