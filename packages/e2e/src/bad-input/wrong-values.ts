import type { Field } from './route-fields.js';
import { ROUTES } from './routes.js';
import { sample } from './sample.js';

/**
 * JSON texts of values that this field must refuse with 400, named for the failing test. Texts, so that 1e999 and __proto__ survive. In the small
 * size, the fields of a type share the values of the type, but each gets those outside its own lengths.
 */
export function wrongValues(field: Field, place: FieldPlace, isFull: boolean): [name: string, json: string][] {
  const inSize = (values: Value[]) => values.filter(([, , isSample]) => isFull || isSample);
  const alike = inSize([...OF_TYPE[field.type], ...(field.required ? MISSING : [])]);
  const values = [...sample(alike, place.nth, place.ofType, isFull), ...inSize(outsideLengths(field))];
  return values.map(([name, json]) => [name, json]);
}

/** Which of the fields of its type, and of its being required, a field is, over all routes. */
interface FieldPlace {
  nth: number;
  ofType: number;
}

export function placeOf(path: string, name: string): FieldPlace {
  const all = ROUTES.flatMap((route) => Object.entries(route.fields).map(([key, field]) => ({ route, key, field })));
  const { field } = all.find((one) => one.route.path === path && one.key === name)!;
  const alike = all.filter((one) => one.field.type === field.type && one.field.required === field.required);
  return { nth: alike.findIndex((one) => one.route.path === path && one.key === name), ofType: alike.length };
}

type Value = [name: string, json: string, isSample?: true];

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const NO_SCALAR: Value[] = [
  ['an object', '{"a": 1}', true],
  ['an empty object', '{}'],
  ['an array', '["https://youtu.be/precisDemo1"]', true],
  ['an empty array', '[]'],
  ['true', 'true'],
  ['false', 'false', true],
  ['10,000 nested arrays', nested(10_000), true],
  ['10,000 nested objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['an object with a __proto__', '{"__proto__": {"length": 5}}'],
  ['an object that looks like a string', '{"length": 5, "0": "h", "toString": "x", "trim": "y"}'],
];
const NUMBERS: Value[] = [
  ['a number', '42', true],
  ['zero', '0'],
  ['a negative number', '-1'],
  ['a number beyond every float', '1e999', true],
  ['a number of 400 digits', '9'.repeat(400)],
  ['the smallest float', '5e-324'],
];
const NUL: Value = ['a text with a null byte', '"https://youtu.be/precisDemo1\\u0000"', true];

const OF_TYPE: Record<Field['type'], Value[]> = {
  text: [...NO_SCALAR, ...NUMBERS, NUL],
  code: [...NO_SCALAR, ...NUMBERS],
  word: [
    ...NO_SCALAR,
    ...NUMBERS,
    NUL,
    ['an unknown word', '"everything"', true],
    ['a word in capitals', '"SHORT"'],
    ['a word with a space', '"short "'],
    ['a name of every object', '"constructor"'],
    ['__proto__', '"__proto__"'],
    ['10,000 characters', `"${'s'.repeat(10_000)}"`],
  ],
  words: [
    ...NO_SCALAR.filter(([name]) => name !== 'an array'),
    ...NUMBERS,
    ['a text', '"job.failed"', true],
    ['an unknown word', '["job.failed", "everything"]', true],
    ['a word within a list', '[["job.failed"]]', true],
    ['more words than there are', JSON.stringify(Array.from({ length: 5 }, () => 'job.failed')), true],
    ['10,000 words', JSON.stringify(Array.from({ length: 10_000 }, () => 'job.failed'))],
  ],
  transcript: [
    ...NO_SCALAR,
    ...NUMBERS,
    ['subtitles that are none', '"The lock lifts a boat."', true],
    ['white space', '" "'],
    ['a segment without a text', '[{"start": 0}]', true],
    ['a segment without a start', '[{"text": "x"}]'],
    ['a segment in a text', '["{}"]'],
    ['a time beyond every float', '[{"start": 1e999, "text": "x"}]', true],
    ['a negative time', '[{"start": -1, "text": "x"}]', true],
    ['an end before its start', '[{"start": 5, "end": 4, "text": "x"}]'],
  ],
  flag: [
    ...NO_SCALAR.filter(([, json]) => json !== 'true' && json !== 'false'),
    ...NUMBERS,
    ['a text', '"true"', true],
    ['one', '1'],
  ],
  number: [
    ...NO_SCALAR,
    ['a text', '"1"', true],
    ['a negative number', '-0.001', true],
    ['a number above the most', '24.001', true],
    ['a huge number', '1e308'],
    ['a number beyond every float', '1e999', true],
    ['a number of 400 digits', '9'.repeat(400)],
  ],
};

const MISSING: Value[] = [
  ['null', 'null', true],
  ['an empty text', '""'],
];

function outsideLengths({ type, least, most }: Field): Value[] {
  if (type !== 'text') return [];
  return [
    ...(least === undefined ? [] : ([['a text that is too short', `"${'s'.repeat(least - 1)}"`, true]] as Value[])),
    ...(most === undefined
      ? []
      : ([
          ['a text one character too long', `"${'s'.repeat(most + 1)}"`, true],
          ['a text of 10,000 characters', `"${'s'.repeat(10_000)}"`],
          ['a text of 10,000 emojis', `"${'\u{1F600}'.repeat(10_000)}"`],
        ] as Value[])),
  ];
}
