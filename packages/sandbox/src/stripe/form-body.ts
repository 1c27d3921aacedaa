import { badParameter } from './stripe-refusal.js';

/** The content of a form with brackets: `line_items[0][quantity]=1` is a tree. Lists are trees too, with numbers as names. */
export type Form = string | FormFields;
export interface FormFields {
  [name: string]: Form;
}

const MOST_PAIRS = 1_000;
const MOST_DEPTH = 8;

/** Reads a form body or a query. Throws StripeRefusal when it is malformed. */
export function readForm(text: string): FormFields {
  const root = emptyFields();
  let pairs = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    if (++pairs > MOST_PAIRS) throw badParameter('', 'parameters_exclusive', 'Too many parameters.');
    put(root, namesOf(key), value);
  }
  return root;
}

/** Without a prototype, because a parameter may have the name of a property that every object inherits. */
const emptyFields = (): FormFields => Object.create(null) as FormFields;

function namesOf(key: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  const names = first === undefined ? [] : [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name]) => name)];
  if (names.length === 0 || names.length > MOST_DEPTH)
    throw badParameter(key, 'parameter_unknown', `Received unknown parameter: ${key}`);
  return names;
}

function put(root: FormFields, names: string[], value: string): void {
  let at = root;
  for (const [depth, given] of names.entries()) {
    // `expand[]` names no index, so it takes the next one.
    const name = given === '' ? String(Object.keys(at).length) : given;
    if (depth === names.length - 1) {
      at[name] = value;
      return;
    }
    const below = at[name];
    if (typeof below === 'string') throw badParameter(names[0], 'parameter_invalid_hash', 'Invalid object');
    at = below ?? (at[name] = emptyFields());
  }
}
