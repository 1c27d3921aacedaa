/** The version of the package, also in package.json, server.json and the bundle's manifest; a test compares them. */
export const VERSION = '0.1.0';
