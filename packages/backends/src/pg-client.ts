import { Client } from 'pg';

/** Runs `work` on a separate connection, with time limits for the connection and for each statement. */
export async function withPgClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  // A lost connection already fails the statement; an unhandled second error event would end the whole process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
