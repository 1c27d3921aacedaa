/** No name of an HTML element is among them: what is kept can never become one. */
const TYPE =
  '(?:string|str|int|int32|int64|integer|long|short|float|double|number|bool|boolean|char|character|byte|void|any|unknown|never|t|k|v|e|u8|i32|i64|u32|u64|f32|f64|usize|list|vec|vector|hashmap|set|array|optional|result|promise)';

const ARGUMENT = `${TYPE}(?:\\[\\]|<${TYPE}(?:, ?${TYPE})?>)?`;

/**
 * Source of an expression for what follows `<` in code that speakers have captioned, `List<String>` or `Map<String, List<Integer>>`, with its last
 * bracket: it looks like a tag and is none, since a word stands right before it. For use with the flag i.
 */
export const TYPE_ARGUMENTS = `(?<=[a-z\\d_]<)${ARGUMENT}(?:, ?${ARGUMENT})?>`;
