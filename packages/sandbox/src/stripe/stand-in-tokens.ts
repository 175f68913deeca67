import { type FormFields, metadataAt, textAt } from "./form-fields.ts";
import type { StandInAccount } from "./stand-in-account.ts";
import type { StandInToken, StandInTokenIntent } from "./stand-in-objects.ts";
import { StandInRefusal } from "./stand-in-refusal.ts";

/** Shared payment tokens of one account, which charges of other accounts use. */
export class StandInTokens {
  readonly #account: StandInAccount;
  /** The profile of an account, by its key. */
  readonly #profiles: ReadonlyMap<string, string>;
  readonly #tokens: { readonly token: StandInToken; readonly issuer: string }[] = [];
  readonly #intents: { readonly intent: StandInTokenIntent; readonly seller: string }[] = [];

  constructor(account: StandInAccount, profiles: ReadonlyMap<string, string>) {
    this.#account = account;
    this.#profiles = profiles;
  }

  /** Payments by tokens, oldest first. */
  get payments(): readonly StandInTokenIntent[] {
    return structuredClone(this.#intents.map(({ intent }) => intent));
  }

  issue(issuer: string, fields: FormFields): StandInToken {
    const limits = ["usage_limits"] as const;
    const currency = textAt(fields, ...limits, "currency") ?? "";
    const maximum = Number(textAt(fields, ...limits, "max_amount"));
    const expiresAt = Number(textAt(fields, ...limits, "expires_at"));
    const method = textAt(fields, "payment_method") ?? "";
    const profile = textAt(fields, "seller_details", "network_business_profile") ?? "";
    if (!/^pm_\w+$/.test(method)) throw refused(`No such PaymentMethod: '${method}'`);
    if (profile === "") throw refused("Missing required param: seller_details.");
    if (!Number.isSafeInteger(maximum) || maximum < 1) throw refused("Invalid max_amount.");
    if (!(expiresAt > this.#account.now())) throw refused("expires_at must be in the future.");
    const token: StandInToken = {
      id: this.#account.newId("spt"),
      object: "shared_payment.issued_token",
      created: this.#account.now(),
      livemode: false,
      deactivated_at: null,
      deactivated_reason: null,
      payment_method: method,
      seller_details: { external_id: null, network_business_profile: profile },
      setup_future_usage: null,
      shared_metadata: metadataAt(fields, "shared_metadata"),
      status: method.startsWith("pm_requires_action") ? "requires_action" : "active",
      usage_details: { amount_captured: { value: 0, currency } },
      usage_limits: { currency, expires_at: expiresAt, max_amount: maximum },
    };
    this.#tokens.push({ token, issuer });
    return structuredClone(token);
  }

  read(issuer: string, id: string): StandInToken {
    return structuredClone(this.#issuedBy(issuer, id));
  }

  revoke(issuer: string, id: string): StandInToken {
    const token = this.#issuedBy(issuer, id);
    if (token.deactivated_at !== null) throw refused("The token is already deactivated.");
    this.#end(token, "revoked");
    return structuredClone(token);
  }

  /** Confirms a payment of a seller. */
  charge(seller: string, fields: FormFields): StandInTokenIntent {
    const id = textAt(fields, "shared_payment_granted_token");
    const granted = id ?? textAt(fields, "payment_method_data", "shared_payment_granted_token");
    const token = this.#tokens.find((one) => one.token.id === granted)?.token;
    const amount = Number(textAt(fields, "amount"));
    const profile = this.#profiles.get(seller);
    const isGranted = token?.seller_details.network_business_profile === profile;
    if (token === undefined || profile === undefined || !isGranted) {
      throw refused(`No such shared payment token: '${granted ?? ""}'`);
    }
    this.#expire(token);
    const { currency, max_amount: maximum } = token.usage_limits;
    const used = this.#usedOf(token);
    if (textAt(fields, "confirm") !== "true") throw refused("The stand-in confirms at once.");
    if (token.status !== "active") throw refused("The shared payment token is not active.");
    if (textAt(fields, "currency") !== currency) throw refused("The token has another currency.");
    if (!Number.isSafeInteger(amount) || amount < 1 || used + amount > maximum) {
      throw refused("The amount exceeds the limit of the shared payment token.");
    }
    const isManual = textAt(fields, "capture_method") === "manual";
    const intent: StandInTokenIntent = {
      id: this.#account.newId("pi"),
      object: "payment_intent",
      created: this.#account.now(),
      livemode: false,
      amount,
      currency,
      metadata: metadataAt(fields, "metadata"),
      shared_payment_granted_token: token.id,
      status: isManual ? "requires_capture" : "succeeded",
    };
    this.#intents.push({ intent, seller });
    if (!isManual) token.usage_details.amount_captured.value += amount;
    if (used + amount === maximum) this.#end(token, "consumed");
    return structuredClone(intent);
  }

  /** Captures an authorized payment of a seller. */
  capture(seller: string, id: string): StandInTokenIntent {
    const found = this.#intents.find((one) => one.intent.id === id && one.seller === seller);
    if (found?.intent.status !== "requires_capture")
      throw refused(`No such payment_intent: '${id}'`);
    const { intent } = found;
    const token = this.#tokens.find((one) => one.token.id === intent.shared_payment_granted_token);
    if (token !== undefined) token.token.usage_details.amount_captured.value += intent.amount;
    intent.status = "succeeded";
    return structuredClone(intent);
  }

  #usedOf({ id }: StandInToken): number {
    return this.#intents
      .filter(({ intent }) => intent.shared_payment_granted_token === id)
      .reduce((sum, { intent }) => sum + intent.amount, 0);
  }

  #issuedBy(issuer: string, id: string): StandInToken {
    const found = this.#tokens.find((one) => one.token.id === id && one.issuer === issuer);
    if (found === undefined) {
      const message = `No such shared payment token: '${id}'`;
      throw new StandInRefusal(404, "invalid_request_error", message, "resource_missing");
    }
    this.#expire(found.token);
    return found.token;
  }

  #expire(token: StandInToken): void {
    const isOver = this.#account.now() >= token.usage_limits.expires_at;
    if (isOver && token.deactivated_at === null) this.#end(token, "expired");
  }

  #end(token: StandInToken, reason: NonNullable<StandInToken["deactivated_reason"]>): void {
    token.deactivated_at = this.#account.now();
    token.deactivated_reason = reason;
    token.status = "deactivated";
  }
}

function refused(message: string): StandInRefusal {
  return new StandInRefusal(400, "invalid_request_error", message);
}
