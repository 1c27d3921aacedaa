import type pg from 'pg';

/** The parts of pg's query and connection interfaces that COPY needs; pg has no types for them. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const CHUNK = 64 * 1_024;

/** Sends text rows by COPY FROM STDIN, as fast as Postgres accepts them: the lower bound for a writer. */
export function copyRows(client: pg.Client, table: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(rows);
    let failure: Error | undefined;
    client.query({
      submit: (connection: CopyConnection) => connection.query(`COPY ${table} FROM STDIN`),
      handleCopyInResponse: (connection: CopyConnection) => {
        for (let at = 0; at < bytes.length; at += CHUNK) connection.sendCopyFromChunk(bytes.subarray(at, at + CHUNK));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => failure ?? resolve(),
    } as unknown as pg.Submittable);
  });
}
