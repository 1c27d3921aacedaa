import { openDatabase } from '@precis/runtime/database';

/** A column and all that stands in it: as text, in small letters, and as bytes in hexadecimal digits. */
export interface StoredColumn {
  /** `table.column`. */
  name: string;
  texts: string;
  hex: string;
}

/** Every column of every table of a database with its whole content. For tests: their databases are small. */
export async function storedColumns(url: string): Promise<StoredColumn[]> {
  const database = await openDatabase({ url, migrations: [], poolSize: 1 });
  try {
    const columns: { table: string; column: string; type: string }[] = await database.query(
      `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY 1, 2`,
    );
    const stored: StoredColumn[] = [];
    for (const { table, column, type } of columns) {
      const bytes = type === 'bytea' ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`;
      const [{ hex }] = await database.query(
        `SELECT coalesce(string_agg(encode(${bytes}, 'hex'), '00'), '') AS hex FROM "${table}"`,
      );
      const texts = Buffer.from(hex, 'hex').toString('latin1').toLowerCase();
      stored.push({ name: `${table}.${column}`, texts, hex });
    }
    return stored;
  } finally {
    await database.destroy();
  }
}

/** Which of the values stand in the column, by what they are: written out, in hexadecimal digits, or as the bytes that a token is made of. */
export function foundIn(column: StoredColumn, values: Iterable<[string, string]>): string[] {
  return [...values]
    .filter(([, value]) => {
      const written = Buffer.from(value.toLowerCase()).toString('latin1');
      return column.texts.includes(written) || tokenBytes(value).some((hex) => column.hex.includes(hex));
    })
    .map(([what]) => what);
}

/** A random token of base64url as the bytes behind it. */
function tokenBytes(value: string): string[] {
  return /^[\w-]{22,}$/.test(value) ? [Buffer.from(value, 'base64url').toString('hex')] : [];
}
