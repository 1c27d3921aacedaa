/** Receipts are numbered without gaps within the UTC year in which the payment was completed, as 2026-000123 (PAY-36). */
export function receiptNumber(year: number, count: number): string {
  return `${year}-${String(count).padStart(6, '0')}`;
}
