import { type FormFields, metadataAt, readFormFields, textAt } from "./form-fields.ts";
import type { StandInAccount, StandInPrice } from "./stand-in-account.ts";
import { StandInRefusal } from "./stand-in-refusal.ts";
import type { StandInTokens } from "./stand-in-tokens.ts";

interface Call {
  readonly account: StandInAccount;
  readonly tokens: StandInTokens;
  /** The caller's key. */
  readonly key: string;
  /** The payer's page, which does not exist. */
  readonly address: string;
  readonly fields: FormFields;
}

type Endpoint = (call: Call, id: string) => object;

/** All supported endpoints. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "POST /v1/checkout/sessions": ({ account, address, fields }) =>
    structuredClone(account.openSession(priceOf(fields), address)),
  "GET /v1/checkout/sessions": ({ account, fields }) => {
    const link = textAt(fields, "payment_link");
    const status = textAt(fields, "status");
    const found = account.sessions.filter(
      (session) =>
        (link === undefined || session.payment_link === link) &&
        (status === undefined || session.status === status),
    );
    const page = pageOf(found, fields, "/v1/checkout/sessions");
    if (!isExpanded(fields, "data.payment_intent")) return page;
    return { ...page, data: page.data.map((session) => expandIntent(account, session)) };
  },
  "GET /v1/checkout/sessions/{id}": ({ account }, id) => known(account.sessions, id, "session"),
  "POST /v1/payment_links": ({ account, address, fields }) =>
    account.makeLink(priceOf(fields), address),
  "GET /v1/payment_intents/{id}": ({ account }, id) => {
    const intent = known(account.intents, id, "payment_intent");
    return { ...intent, latest_charge: intent.latest_charge.id };
  },
  "POST /v1/payment_intents": ({ tokens, key, fields }) => tokens.charge(key, fields),
  "POST /v1/payment_intents/{id}/capture": ({ tokens, key }, id) => tokens.capture(key, id),
  "POST /v1/shared_payment/issued_tokens": ({ tokens, key, fields }) => tokens.issue(key, fields),
  "GET /v1/shared_payment/issued_tokens/{id}": ({ tokens, key }, id) => tokens.read(key, id),
  "POST /v1/shared_payment/issued_tokens/{id}/revoke": ({ tokens, key }, id) =>
    tokens.revoke(key, id),
  "GET /v1/refunds": ({ account, fields }) => {
    const charge = textAt(fields, "charge");
    const found = account.refunds.filter(
      (refund) => charge === undefined || refund.charge === charge,
    );
    const page = pageOf(found, fields, "/v1/refunds");
    if (!isExpanded(fields, "data.payment_intent")) return page;
    return { ...page, data: page.data.map((refund) => expandIntent(account, refund)) };
  },
  "GET /v1/disputes": ({ account, fields }) => {
    const page = pageOf(account.disputes, fields, "/v1/disputes");
    if (!isExpanded(fields, "data.payment_intent")) return page;
    return { ...page, data: page.data.map((dispute) => expandIntent(account, dispute)) };
  },
};

const oneObject = /^(\/v1\/(?:checkout\/|shared_payment\/)?\w+)\/(\w+)(\/(?:revoke|capture))?$/;

export function answerCall(
  caller: Omit<Call, "fields">,
  { method, path, body }: { method: string; path: string; body: URLSearchParams },
): object {
  const [, root = path, id = "", action = ""] = oneObject.exec(path) ?? [];
  const endpoint = endpoints[`${method} ${path}`] ?? endpoints[`${method} ${root}/{id}${action}`];
  if (endpoint === undefined) {
    throw new StandInRefusal(
      404,
      "invalid_request_error",
      `Unrecognized request URL (${method}: ${path}). This is a stand-in, which has few of Stripe's endpoints.`,
    );
  }
  return endpoint({ ...caller, fields: readFormFields(body) }, id);
}

function priceOf(fields: FormFields): StandInPrice {
  const item = ["line_items", "0", "price_data"] as const;
  const cents = Number(textAt(fields, ...item, "unit_amount"));
  const currency = textAt(fields, ...item, "currency");
  if (!Number.isSafeInteger(cents) || cents < 50 || currency === undefined) {
    throw new StandInRefusal(
      400,
      "invalid_request_error",
      "The line item needs a currency and a unit_amount of at least 50.",
      "amount_too_small",
    );
  }
  return {
    cents,
    currency,
    metadata: metadataAt(fields, "metadata"),
    intentMetadata: metadataAt(fields, "payment_intent_data", "metadata"),
  };
}

interface Listed {
  readonly id: string;
  readonly created: number;
}

/** Newest first, like every listing of Stripe's. */
function pageOf<Item extends Listed>(
  items: readonly Item[],
  fields: FormFields,
  url: string,
): { readonly object: "list"; readonly url: string; data: Item[]; readonly has_more: boolean } {
  const from = Number(textAt(fields, "created", "gte") ?? 0);
  const to = Number(textAt(fields, "created", "lt") ?? Number.MAX_SAFE_INTEGER);
  const limit = Number(textAt(fields, "limit") ?? 10);
  const after = textAt(fields, "starting_after");
  const newest = items.filter(({ created }) => created >= from && created < to).toReversed();
  const rest =
    after === undefined ? newest : newest.slice(newest.findIndex(({ id }) => id === after) + 1);
  const data = structuredClone(rest.slice(0, limit));
  return { object: "list", url, data, has_more: rest.length > limit };
}

function isExpanded(fields: FormFields, name: string): boolean {
  const expand = fields["expand"];
  if (typeof expand !== "object") return false;
  return Object.values(expand).some((path) => typeof path === "string" && path.startsWith(name));
}

function expandIntent(
  { intents }: StandInAccount,
  item: { readonly payment_intent: string | null },
): object {
  const intent = intents.find(({ id }) => id === item.payment_intent) ?? null;
  return { ...item, payment_intent: structuredClone(intent) };
}

function known<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  what: string,
): Item {
  const found = items.find((item) => item.id === id);
  if (found !== undefined) return structuredClone(found);
  throw new StandInRefusal(
    404,
    "invalid_request_error",
    `No such ${what}: '${id}'`,
    "resource_missing",
  );
}
