const LONGEST = 200;

/** Who of the operators acts and why is 1 to 200 characters each, none of them a control character (ACC-45). */
export function isOperatorText(text: string): boolean {
  return text !== '' && [...text].length <= LONGEST && !/\p{Cc}/u.test(text);
}

const KIND = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_KIND = 40;

/** What was done is named by a code like term-granted. */
export function isActionKind(kind: string): boolean {
  return kind.length <= LONGEST_KIND && KIND.test(kind);
}
