import type Stripe from 'stripe';
import { freshId } from './books.js';
import type { Checkouts } from './checkouts.js';
import { closeDispute } from './disputes.js';
import type { Surroundings } from './events.js';
import { expanded, listOf } from './expand.js';
import type { FormFields } from './form-body.js';
import type { Read, Reader } from './parameters.js';
import { createRefund } from './refunds.js';
import * as parameters from './request-parameters.js';
import { noSuch } from './stripe-refusal.js';

type Moments = number | { gt?: number; gte?: number; lt?: number; lte?: number };
interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Moments;
  expand?: string[];
}

const USUAL_LIMIT = 10;

/** One request of the API, which returns an object. `id` is the one in the path. */
export interface ApiRoute {
  method: string;
  path: RegExp;
  answer(form: FormFields, id: string): object;
}

/** All requests of the API, on these books. */
export function apiRoutes(around: Surroundings, checkouts: Checkouts): ApiRoute[] {
  const { books, seconds } = around;
  const route =
    (method: string, path: string) =>
    <T extends { expand?: string[] }>(read: Reader<T>, answer: (wanted: T, id: string) => object): ApiRoute => ({
      method,
      path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`),
      answer: (form, id) => {
        const wanted = read(form, '');
        return expanded(books, answer(wanted, id), wanted.expand);
      },
    });
  const one = (path: string, kind: Map<string, object>, what: string) =>
    route('GET', `${path}/:id`)(parameters.retrieving, (_wanted, id) => found(kind, id, what));
  const many = <T extends Page, O extends { id: string; created: number }>(
    path: string,
    read: Reader<T>,
    kind: Map<string, O>,
    fits: (one: O, wanted: T) => boolean = () => true,
  ) =>
    route('GET', path)(read, (wanted) => {
      const fitting = [...kind.values()].filter((each) => isWithin(each.created, wanted.created) && fits(each, wanted));
      return pageOf(fitting.reverse(), wanted, `/v1/${path}`);
    });
  const same = (wanted: string | undefined, value: unknown) => wanted === undefined || wanted === value;

  return [
    route('POST', 'customers')(parameters.creatingCustomer, (wanted) => {
      const customer = newCustomer(wanted, seconds());
      books.customers.set(customer.id, customer);
      return customer;
    }),
    many('customers', parameters.listingCustomers, books.customers, (each, wanted) => same(wanted.email, each.email)),
    one('customers', books.customers, 'customer'),
    route('POST', 'customers/:id')(parameters.updatingCustomer, ({ expand: _expand, metadata, ...wanted }, id) => {
      const customer = found(books.customers, id, 'customer');
      return Object.assign(customer, wanted, { metadata: merged(customer.metadata, metadata) });
    }),
    route('DELETE', 'customers/:id')(parameters.retrieving, (_wanted, id) => {
      found(books.customers, id, 'customer');
      books.customers.delete(id);
      return { id, object: 'customer', deleted: true };
    }),

    route('POST', 'checkout/sessions')(parameters.creatingSession, (wanted) => checkouts.create(wanted)),
    many(
      'checkout/sessions',
      parameters.listingSessions,
      books.sessions,
      (each, wanted) =>
        same(wanted.customer, each.customer) &&
        same(wanted.payment_intent, each.payment_intent) &&
        same(wanted.status, each.status),
    ),
    route('GET', 'checkout/sessions/:id')(parameters.retrieving, (_wanted, id) => checkouts.get(id)),
    route('POST', 'checkout/sessions/:id/expire')(parameters.retrieving, (_wanted, id) => checkouts.expire(id)),
    route('GET', 'checkout/sessions/:id/line_items')(parameters.listingLineItems, (wanted, id) =>
      pageOf(books.orders.get(checkouts.get(id).id)!.lines, wanted, `/v1/checkout/sessions/${id}/line_items`),
    ),

    many('payment_intents', parameters.listingPaymentIntents, books.paymentIntents, (each, wanted) =>
      same(wanted.customer, each.customer),
    ),
    one('payment_intents', books.paymentIntents, 'payment_intent'),
    many(
      'charges',
      parameters.listingCharges,
      books.charges,
      (each, wanted) => same(wanted.customer, each.customer) && same(wanted.payment_intent, each.payment_intent),
    ),
    one('charges', books.charges, 'charge'),
    route('POST', 'refunds')(parameters.creatingRefund, (wanted) => createRefund(around, wanted)),
    many(
      'refunds',
      parameters.listingRefunds,
      books.refunds,
      (each, wanted) => same(wanted.charge, each.charge) && same(wanted.payment_intent, each.payment_intent),
    ),
    one('refunds', books.refunds, 'refund'),
    many('events', parameters.listingEvents, books.events, (each, wanted) => fitsEvent(each, wanted)),
    one('events', books.events, 'event'),
    many(
      'disputes',
      parameters.listingDisputes,
      books.disputes,
      (each, wanted) => same(wanted.charge, each.charge) && same(wanted.payment_intent, each.payment_intent),
    ),
    one('disputes', books.disputes, 'dispute'),
    route('POST', 'disputes/:id/close')(parameters.retrieving, (_wanted, id) => closeDispute(around, id, 'lost')),
  ];
}

function found<O extends object>(kind: Map<string, O>, id: string, what: string): O {
  const object = kind.get(id);
  if (!object) throw noSuch(what, id);
  return object;
}

function fitsEvent(event: Stripe.Event, wanted: Read<typeof parameters.listingEvents>): boolean {
  const types = wanted.types ?? (wanted.type === undefined ? undefined : [wanted.type]);
  const isDelivered = event.pending_webhooks === 0;
  if (wanted.delivery_success !== undefined && wanted.delivery_success !== isDelivered) return false;
  return (
    types === undefined ||
    types.some((type) => type === event.type || (type.endsWith('*') && event.type.startsWith(type.slice(0, -1))))
  );
}

function isWithin(created: number, wanted: Moments | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function pageOf(
  all: { id: string }[],
  { limit = USUAL_LIMIT, starting_after: after, ending_before: before }: Page,
  url: string,
) {
  const place = (id: string, param: string) => {
    const at = all.findIndex((each) => each.id === id);
    if (at < 0) throw noSuch('object', id, param);
    return at;
  };
  if (before !== undefined) {
    const end = place(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return listOf(all.slice(start, end), url, start > 0);
  }
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
  return listOf(all.slice(start, start + limit), url, start + limit < all.length);
}

/** An empty value removes a name. */
function merged(before: Record<string, string>, wanted: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...wanted }).filter(([, value]) => value !== ''));
}

function newCustomer(
  { email, name, description, metadata = {} }: Read<typeof parameters.creatingCustomer>,
  created: number,
): Stripe.Customer {
  return {
    id: freshId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: description ?? null,
    discount: null,
    email: email ?? null,
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
