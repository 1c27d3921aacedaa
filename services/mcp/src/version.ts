/** Of the package, as package.json, server.json and the bundle's manifest say it; a test holds them together. */
export const VERSION = '0.1.0';
