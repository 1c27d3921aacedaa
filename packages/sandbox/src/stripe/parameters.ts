import type { Form } from './form-body.js';
import { badParameter } from './stripe-refusal.js';

/** Reads one parameter, with the name that Stripe uses in errors; throws StripeRefusal. */
export type Reader<T> = (value: Form, path: string) => T;
export type Read<R> = R extends Reader<infer T> ? T : never;
type Shape = Record<string, Reader<unknown>>;
type Reads<S extends Shape> = { [K in keyof S]: Read<S[K]> };

const MOST_METADATA = 50;
const below = (path: string, name: string) => (path === '' ? name : `${path}[${name}]`);

/** A text of at most `most` characters. */
export const text =
  (most = 5_000): Reader<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw badParameter(path, 'parameter_invalid_string', 'Invalid string');
    if (value === '') throw badParameter(path, 'parameter_invalid_empty', `You passed an empty string for '${path}'.`);
    if (value.length > most)
      throw badParameter(path, 'parameter_invalid_string', `Invalid string: must be at most ${most} characters`);
    return value;
  };

/** An integer within these bounds. */
export const whole =
  (least = 0, most = 99_999_999): Reader<number> =>
  (value, path) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
      throw badParameter(path, 'parameter_invalid_integer', `Invalid integer: ${String(value)}`);
    const number = Number(value);
    if (number < least)
      throw badParameter(path, 'parameter_invalid_integer', `This value must be greater than or equal to ${least}.`);
    if (number > most)
      throw badParameter(path, 'parameter_invalid_integer', `This value must be less than or equal to ${most}.`);
    return number;
  };

export const flag: Reader<boolean> = (value, path) => {
  if (value !== 'true' && value !== 'false')
    throw badParameter(path, 'parameter_invalid_boolean', `Invalid boolean: ${String(value)}`);
  return value === 'true';
};

export const oneOf =
  <const T extends string>(...allowed: T[]): Reader<T> =>
  (value, path) => {
    if (typeof value === 'string' && (allowed as string[]).includes(value)) return value as T;
    throw badParameter(
      path,
      'parameter_invalid_enum',
      `Invalid ${path}: must be one of ${allowed.join(', ')} (in this simulator)`,
    );
  };

/** An http or https address. */
export const webAddress: Reader<string> = (value, path) => {
  const address = text()(value, path);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw badParameter(path, 'url_invalid', 'Not a valid URL');
  return address;
};

/** At most 50 pairs; an empty value removes a name. */
export const metadata: Reader<Record<string, string>> = (value, path) => {
  if (value === '') return {};
  if (typeof value === 'string') throw badParameter(path, 'parameter_invalid_hash', 'Invalid object');
  const pairs = Object.entries(value);
  if (pairs.length > MOST_METADATA)
    throw badParameter(path, 'parameter_invalid_hash', `Metadata can have up to ${MOST_METADATA} keys.`);
  return Object.fromEntries(
    pairs.map(([name, one]) => {
      if (name.length > 40 || typeof one !== 'string' || one.length > 500)
        throw badParameter(below(path, name), 'parameter_invalid_string', 'Metadata: keys up to 40, values up to 500.');
      return [name, one];
    }),
  );
};

export const listOf =
  <T>(each: Reader<T>, most = 100): Reader<T[]> =>
  (value, path) => {
    if (typeof value === 'string' || Object.keys(value).some((name) => !/^\d{1,4}$/.test(name)))
      throw badParameter(path, 'parameter_invalid_array', 'Invalid array');
    const places = Object.keys(value).sort((one, other) => Number(one) - Number(other));
    if (places.length > most) throw badParameter(path, 'parameter_invalid_array', `At most ${most} are possible.`);
    return places.map((place) => each(value[place], below(path, place)));
  };

/** An object with only these parameters; those of `needed` are required. */
export const fields =
  <S extends Shape, N extends keyof S & string = never>(
    shape: S,
    needed: N[] = [],
  ): Reader<Partial<Reads<S>> & Pick<Reads<S>, N>> =>
  (value, path) => {
    if (typeof value === 'string') throw badParameter(path, 'parameter_invalid_hash', 'Invalid object');
    const read: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      const at = below(path, name);
      if (!Object.hasOwn(shape, name)) throw badParameter(at, 'parameter_unknown', `Received unknown parameter: ${at}`);
      read[name] = shape[name](one, at);
    }
    for (const name of needed)
      if (!(name in read)) {
        const at = below(path, name);
        throw badParameter(at, 'parameter_missing', `Missing required param: ${at}.`);
      }
    return read as Partial<Reads<S>> & Pick<Reads<S>, N>;
  };
