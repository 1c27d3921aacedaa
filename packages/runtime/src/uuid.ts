const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres accepts the text as a uuid of the usual form. Other text names nothing, and would be an error in SQL instead of a miss. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Same as isUuid, but only in lower case, the form that Postgres returns: for ids that are compared as text. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase();
