const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres would take the text as a uuid of the usual form. Anything else names nothing, and would be an error in SQL, not a miss. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The same in lower case alone, the one form in which Postgres answers: for ids that are compared as text. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase();
