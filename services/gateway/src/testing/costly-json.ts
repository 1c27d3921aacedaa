/** The size of each body in bytes. */
export const SIZE = 4_800_000;

/** Repeats numbered pieces until the body has the size. */
function many(open: string, piece: (index: number) => string, close: string): Buffer {
  const pieces: string[] = [];
  for (let index = 0, size = 0; size < SIZE; index++) size += pieces[pieces.push(piece(index)) - 1].length;
  return Buffer.from(open + pieces.join('') + close);
}

/** Bodies on which JSON.parse takes 10 to 100 times as long as on a flat one of the same size. */
export const SLOW: [name: string, code: string, body: Buffer][] = [
  ['nested arrays', 'json_too_deep', Buffer.from('['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2))],
  ['opened arrays', 'json_too_deep', Buffer.from('['.repeat(SIZE))],
  ['nested objects', 'json_too_deep', Buffer.from('{"a":'.repeat(SIZE / 6) + '1' + '}'.repeat(SIZE / 6))],
  [
    'arrays of the allowed depth',
    'json_too_many_values',
    many('{"a":[', () => `${'['.repeat(29)}${']'.repeat(29)},`, '1]}'),
  ],
  ['empty objects', 'json_too_many_values', many('{"a":[', () => '{},', '1]}')],
  [
    'objects with names of their own',
    'json_too_many_values',
    many('{"a":[', (index) => `{"k${index.toString(36)}":1},`, '1]}'),
  ],
  [
    'fields with names of their own',
    'json_too_many_values',
    many('{', (index) => `"k${index.toString(36)}":1,`, '"z":1}'),
  ],
  ['fields with one name', 'json_too_many_values', many('{', () => '"a":1,', '"z":1}')],
  ['escaped names', 'json_too_many_values', many('{', (index) => `"\\u0061${index.toString(36)}":1,`, '"z":1}')],
];

/** Unusual bodies that parse as fast as a flat one. */
export const QUICK: [name: string, body: string][] = [
  ['brackets in a text', `{"a":"${'['.repeat(SIZE)}"}`],
  ['brackets behind escaped quotes', `{"a":"${'\\"['.repeat(SIZE / 3)}"}`],
  ['escaped characters', `{"a":"${'\\u0041'.repeat(SIZE / 6)}"}`],
  ['half surrogate pairs', `{"a":"${'\\ud83d'.repeat(SIZE / 6)}"}`],
  ['emojis', `{"a":"${'\u{1F600}'.repeat(SIZE / 4)}"}`],
  ['one number of digits', `{"a":${'9'.repeat(SIZE)}}`],
  ['one exponent', `{"a":1e${'9'.repeat(SIZE)}}`],
  ['one long name', `{"${'k'.repeat(SIZE)}":1}`],
  ['white space', `${' '.repeat(SIZE)}{}`],
];
