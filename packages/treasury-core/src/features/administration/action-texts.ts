import type { AdministrativeActionType } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";

/** Fields of payloads that name payees, persons and their devices. */
const textFields: { readonly [Type in AdministrativeActionType]?: readonly string[] } = {
  create_standing_approval: ["vendor"],
  add_payee: ["vendor"],
  invite_passkey: ["personId"],
  remove_passkey: ["personId", "name"],
};

/** @param salt 128 random bits, for the commitment to the texts. */
export function saltedPayload(
  type: AdministrativeActionType,
  payload: JsonObject,
  salt: string,
): JsonObject {
  return textFields[type] === undefined ? payload : { ...payload, salt };
}

/** The payload with a commitment to its texts, which is the same after their erasure. */
export function committedPayload(type: AdministrativeActionType, payload: JsonObject): JsonObject {
  const fields = textFields[type];
  if (fields === undefined) return payload;
  const { salt = null, texts: stored, ...rest } = payload;
  const texts = fields.map((field) => payload[field] ?? null);
  // Otherwise an edited text could have the commitment to another one.
  const isErased = stored !== undefined && texts.every((text) => text === erasedText);
  const commitment = isErased ? stored : sha256Hex(JSON.stringify([salt, ...texts]));
  const others = Object.entries(rest).filter(([field]) => !fields.includes(field));
  return { ...Object.fromEntries(others), texts: commitment };
}

/** Replaces the texts and the salt by the commitment. */
export function erasedPayload(type: AdministrativeActionType, payload: JsonObject): JsonObject {
  const fields = textFields[type];
  if (fields === undefined) return payload;
  const erased = fields.map((field): [string, string] => [field, erasedText]);
  return { ...committedPayload(type, payload), ...Object.fromEntries(erased) };
}
