/** No name of an HTML element is among them: what is kept can never become one. */
const TYPE =
  '(?:string|str|int|int32|int64|integer|long|short|float|double|number|bool|boolean|char|character|byte|void|any|unknown|never|t|k|v|e|u8|i32|i64|u32|u64|f32|f64|usize|list|vec|vector|map|hashmap|set|array|optional|option|result|promise)';

/**
 * Source of an expression for what follows `<` in code that speakers have captioned, `List<String>` or `Map<String, Integer>`, up to its `>`: it looks
 * like a tag and is none. For use with the flag i.
 */
export const TYPE_ARGUMENTS = `${TYPE}(?:\\[\\])?(?:, ?${TYPE}(?:\\[\\])?)?>`;
