/** Reads one value of a server's answer into what pages rely on. Throws `Unreadable` when a field is missing that has no substitute. */
export type Reader<T> = (value: unknown) => T;

/** The answer lacks a field that its page needs. The page then reports a failure like any other (WEB-42). */
export class Unreadable extends Error {}

/** The field itself when it has the right type; otherwise `fallback`. Without a fallback the answer cannot be read. */
function simple<T>(is: (value: unknown) => value is T) {
  return (...fallback: [T?]): Reader<T> =>
    (value) => {
      if (is(value)) return value;
      if (fallback.length > 0) return fallback[0] as T;
      throw new Unreadable();
    };
}

/** Readers of single values; the optional argument is the fallback. */
export const text = simple((value): value is string => typeof value === 'string');
export const number = simple((value): value is number => typeof value === 'number' && Number.isFinite(value));
export const flag = simple((value): value is boolean => typeof value === 'boolean');

/** Null when the field is absent or has another type. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (value) => orElse<T | null>(reader, null)(value);
}

/** Reads an absent text as empty; pages then make no claim about it. */
export const orEmpty = text('');
/** Reads an absent text as null. */
export const maybeText = orNull(text());

/** Omitted when the field is absent or has another type. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value) => orElse<T | undefined>(reader, undefined)(value);
}

/** `fallback` when the field is absent or has another type. */
export function orElse<T>(reader: Reader<T>, fallback: T): Reader<T> {
  return (value) => {
    try {
      return value === undefined || value === null ? fallback : reader(value);
    } catch (error) {
      if (error instanceof Unreadable) return fallback;
      throw error;
    }
  };
}

/** One of the words that this release of the app knows. */
export function oneOf<const T extends string>(words: readonly T[], ...fallback: [T?]): Reader<T> {
  return simple((value): value is T => (words as readonly unknown[]).includes(value))(...fallback);
}

/** Empty when absent. One unreadable entry makes the whole list unreadable, so that nobody takes a part for the whole. */
export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value) => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new Unreadable();
    return value.map(reader);
  };
}

/** Reads an object field by field. Fields that a newer server adds stay in it. */
export function object<T extends object>(fields: { [Key in keyof T]-?: Reader<T[Key]> }): Reader<T> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable();
    const given = value as Record<string, unknown>;
    const read = Object.entries<Reader<unknown>>(fields).map(([name, reader]) => [name, reader(given[name])]);
    return { ...given, ...(Object.fromEntries(read) as T) };
  };
}

/** An answer that no page reads; it only has to arrive. */
export const unread: Reader<never> = (value) => value as never;

/** `success` of an answer that was not refused. */
export const yes: Reader<true> = () => true;
