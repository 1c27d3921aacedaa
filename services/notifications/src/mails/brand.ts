/** The product's name in mails. */
export const BRAND = 'Precis';
