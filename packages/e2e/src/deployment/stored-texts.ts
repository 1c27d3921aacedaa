import { openDatabase } from '@precis/runtime/database';

/** A column and its whole content: as lower-case text, and as bytes in hexadecimal. */
export interface StoredColumn {
  /** `table.column`. */
  name: string;
  texts: string;
  hex: string;
}

/** Columns without any text of a person. */
const WITHOUT_TEXT = ['boolean', 'smallint', 'integer', 'bigint', 'numeric', 'date', 'timestamp with time zone'];

/**
 * Every column of every table that can hold a text, with its whole content. For tests, whose databases are small. `texts` has short bytes in
 * base64url too, because a token may be stored as its decoded bytes.
 */
export async function storedColumns(url: string): Promise<StoredColumn[]> {
  const database = await openDatabase({ url, migrations: [], poolSize: 1 });
  try {
    const columns: { table: string; column: string; type: string }[] = await database.query(
      `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type <> ALL ($1) ORDER BY 1, 2`,
      [WITHOUT_TEXT],
    );
    const stored: StoredColumn[] = [];
    for (const { table, column, type } of columns) {
      const bytes = type === 'bytea' ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`;
      const [{ hex, tokens }] = await database.query(
        `SELECT coalesce(string_agg(encode(${bytes}, 'hex'), '00'), '') AS hex,
           string_agg(translate(encode(${bytes}, 'base64'), E'+/=\\n', '-_'), ' ')
             FILTER (WHERE octet_length(${bytes}) <= 64 AND $1) AS tokens FROM "${table}"`,
        [type === 'bytea'],
      );
      const texts = `${Buffer.from(hex, 'hex').toString('latin1')} ${tokens ?? ''}`.toLowerCase();
      stored.push({ name: `${table}.${column}`, texts, hex });
    }
    return stored;
  } finally {
    await database.destroy();
  }
}

/** The values that the column contains, in any form: plain, hexadecimal, or the bytes of a token. */
export function foundIn(column: StoredColumn, values: Iterable<[string, string]>): string[] {
  return [...values]
    .filter(([, value]) => {
      const written = Buffer.from(value.toLowerCase()).toString('latin1');
      return column.texts.includes(written) || tokenBytes(value).some((hex) => column.hex.includes(hex));
    })
    .map(([what]) => what);
}

/** The bytes of a random base64url token. */
function tokenBytes(value: string): string[] {
  return /^[\w-]{22,}$/.test(value) ? [Buffer.from(value, 'base64url').toString('hex')] : [];
}
