const LONGEST = 200;

/** The operator's name and reason have 1 to 200 characters each, without control characters (ACC-45). */
export function isOperatorText(text: string): boolean {
  return text !== '' && [...text].length <= LONGEST && !/\p{Cc}/u.test(text);
}

const KIND = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_KIND = 40;

/** An action is named by a code like term-granted. */
export function isActionKind(kind: string): boolean {
  return kind.length <= LONGEST_KIND && KIND.test(kind);
}
