/** Whether `text` can be the id of a payment or of a provider's checkout: anybody can write an address, so nothing else is shown (WEB-21). */
export function looksLikePaymentId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{8,128}$/.test(text);
}
