import { Client } from 'pg';

/** Runs `work` on one connection of its own, with deadlines for the connection and for each statement. */
export async function withPgClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
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
