import { sample } from './sample.js';

type Bytes = string | Uint8Array<ArrayBuffer>;

/**
 * Whole bodies that are 400 on every route with a required field: no JSON, no object, or an object without the fields. In the small size, the
 * `routes` share them.
 */
export function hostileBodies(nthRoute: number, routes: number, isFull: boolean): [name: string, body: Bytes][] {
  const bodies = BODIES.filter(([, , isSample]) => isFull || isSample);
  return sample(bodies, nthRoute, routes, isFull).map(([name, body]) => [name, body]);
}

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const utf16 = new Uint8Array(Buffer.from('{"url":"https://youtu.be/precisDemo1"}', 'utf16le'));

const BODIES: [name: string, body: Bytes, isSample?: true][] = [
  ['a cut off object', '{"url": "https://youtu.be/precisDemo1"', true],
  ['a trailing comma', '{"url": "https://youtu.be/precisDemo1",}'],
  ['single quotes', "{'url': 'https://youtu.be/precisDemo1'}"],
  ['a comment', '{"url": "https://youtu.be/precisDemo1" /* */}'],
  ['two objects', '{"url": "https://youtu.be/precisDemo1"}{}', true],
  ['words', 'url=https://youtu.be/precisDemo1'],
  ['NaN', '{"url": NaN}'],
  ['undefined', 'undefined'],
  ['an array', '[{"url": "https://youtu.be/precisDemo1"}]', true],
  ['an empty array', '[]'],
  ['a text', '"https://youtu.be/precisDemo1"', true],
  ['a number', '42'],
  ['a number beyond every float', '1e999'],
  ['true', 'true'],
  ['null', 'null', true],
  ['white space alone', ' \n\t '],
  ['an empty body', '', true],
  ['an empty object', '{}', true],
  ['10,000 nested arrays', '['.repeat(10_000) + ']'.repeat(10_000), true],
  ['10,000 nested objects', '{"url":'.repeat(10_000) + '1' + '}'.repeat(10_000), true],
  ['40,000 opened arrays', '['.repeat(40_000)],
  ['a null byte', bytes('{"url": "https://youtu.be/precisDemo1', [0], '"}'), true],
  ['only null bytes', new Uint8Array(1_000)],
  ['invalid UTF-8', bytes('{"url": "https://youtu.be/precisDemo1', [0xff, 0xfe, 0xc0, 0x80], '"}'), true],
  ['a cut off UTF-8 sequence', bytes('{"url": "', [0xf0, 0x9f], '"}')],
  ['UTF-8 of a surrogate', bytes('{"url": "', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', utf16],
  ['gzip that nobody announced', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])],
  [
    'fields that only a prototype has',
    '{"__proto__": {"url": "https://youtu.be/precisDemo1", "email": "a@b.example", "token": "x"}}',
    true,
  ],
  ['a constructor', '{"constructor": {"prototype": {"url": "https://youtu.be/precisDemo1"}}}'],
  [
    'fields in other letters',
    '{"URL": "https://youtu.be/precisDemo1", "Email": "a@b.example", "TOKEN": "x", "Name": "x"}',
  ],
  ['8,000 unknown fields', `{${Array.from({ length: 8_000 }, (_, index) => `"f${index}":1`).join(',')}}`, true],
  ['a field name of 90,000 characters', `{"${'k'.repeat(90_000)}": 1}`],
  ['an unknown field nested 10,000 times', `{"x": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
];
