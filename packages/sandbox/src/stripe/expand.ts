import type { Books } from './books.js';
import { badParameter } from './stripe-refusal.js';

const MOST_DEPTH = 4;

/** Copies an answer and replaces the ids in the fields that `paths` names by objects, such as `data.payment_intent.latest_charge`. */
export function expanded(books: Books, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MOST_DEPTH + 1) throw badParameter('expand', 'parameter_invalid', `Too deep to expand: ${path}`);
    expandOne(books, copy as Record<string, unknown>, names, path);
  }
  return copy;
}

function expandOne(books: Books, at: Record<string, unknown>, [name, ...rest]: string[], path: string): void {
  if (at.object === 'list' && name === 'data') {
    for (const one of at.data as Record<string, unknown>[]) expandOne(books, one, rest, path);
    return;
  }
  if (!(name in at)) at[name] = includable(books, at, name);
  const value = at[name];
  if (typeof value === 'string') at[name] = structuredClone(books.find(value));
  if (typeof at[name] !== 'object')
    throw badParameter('expand', 'parameter_invalid', `This property cannot be expanded (${path}).`);
  if (rest.length > 0 && at[name] !== null) expandOne(books, at[name] as Record<string, unknown>, rest, path);
}

/** Lists that an object contains only on request. */
function includable(books: Books, at: Record<string, unknown>, name: string): object | undefined {
  const id = at.id as string;
  if (at.object === 'checkout.session' && name === 'line_items')
    return listOf(structuredClone(books.orders.get(id)!.lines), `/v1/checkout/sessions/${id}/line_items`);
  if (at.object === 'charge' && name === 'refunds')
    return listOf(structuredClone(books.refundsOf(id)).reverse(), `/v1/charges/${id}/refunds`);
  return undefined;
}

export const listOf = (data: object[], url: string, hasMore = false) => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});
