import type {
  ActionAnswer,
  DecisionAnswer,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChallengeRequest,
  PasskeyInvitation,
  PasskeyRegistration,
  PasskeySignature,
  Proposal,
  WrittenRuleSet,
} from "@agent-treasury/contract";
import {
  type Clock,
  type PasskeyVerifier,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { type SoftwareAuthenticator, softwareAuthenticator } from "@agent-treasury/testing/node";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { passkeys } from "./passkeys.ts";

export const origin = "http://localhost:3000";
export const rpId = "localhost";
export const verifier: PasskeyVerifier = passkeys({ rpId, rpName: "Treasury", origins: [origin] });

/** A spend needs an approval with a passkey. */
export const signed: WrittenRuleSet = {
  version: 1,
  rules: [{ id: "signed", then: { requireApprovals: { count: 1, passkey: true } } }],
};

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly code?: string; readonly message?: string };
}

type LikeSignature = Parameters<SoftwareAuthenticator["get"]>[1];

export interface PasskeyWorld {
  readonly treasury: Treasury;
  readonly storage: Storage;
  /** Moves the time of the storage and of the process. */
  advance(milliseconds: number): void;
  /** Sends a request as a person, whose name is the id. */
  send<Body = object>(
    person: string,
    route: string,
    body?: object,
    key?: string,
  ): Promise<Answer<Body>>;
  /** Registers a passkey by an invitation. */
  register(person: string, authenticator?: SoftwareAuthenticator): Promise<SoftwareAuthenticator>;
  propose(amountUsd?: number, vendor?: string): Promise<Proposal>;
  challenge(person: string, request: PasskeyChallengeRequest): Promise<Answer<PasskeyChallenge>>;
  sign(
    person: string,
    authenticator: SoftwareAuthenticator,
    request: PasskeyChallengeRequest,
    like?: LikeSignature,
  ): Promise<PasskeySignature>;
  decide(person: string, body: object, key?: string): Promise<Answer<DecisionAnswer>>;
  /** Publishes rules by a person. Stays pending if a passkey is required. */
  publish(person: string, rules: WrittenRuleSet): Promise<Answer<ActionAnswer>>;
  /** Publishes rules by a person, who approves the publication with a passkey. */
  publishSigned(
    person: string,
    authenticator: SoftwareAuthenticator,
    rules: WrittenRuleSet,
  ): Promise<Answer<ActionAnswer>>;
}

export function passkeyWorld(
  use: PasskeyVerifier = verifier,
  storageOf: (now: () => number) => Storage = (now) => memoryStorage({ now }),
): PasskeyWorld {
  let offset = 0;
  let proposed = 0;
  const now = (): number => Date.now() + offset;
  const clock: Clock = { ...systemClock, now };
  const storage = storageOf(now);
  const treasury = createTreasury({
    baseUrl: origin,
    storage,
    clock,
    recoverySeconds: false,
    passkeys: use,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0, autoApproveUnderUsd: 0 },
    authenticate: ({ headers }) => {
      const name = headers.get("x-user");
      return name === null ? null : { name };
    },
  });
  const send = async <Body>(
    person: string,
    route: string,
    body?: object,
    key?: string,
  ): Promise<Answer<Body>> => {
    const [method = "", path = ""] = route.split(" ");
    const headers = {
      "x-user": person,
      ...(body && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await treasury.handler(new Request(`${origin}/api/service${path}`, init));
    return { status: response.status, body: (await response.json()) as Answer<Body>["body"] };
  };
  const register = async (
    person: string,
    authenticator: SoftwareAuthenticator = softwareAuthenticator({ origin }),
  ): Promise<SoftwareAuthenticator> => {
    const { body: invited } = await send<PasskeyInvitation>(
      person,
      "POST /treasury/passkey-invitations",
      { personId: person },
    );
    const begun = await send<PasskeyRegistration>(person, "POST /treasury/passkey-registrations", {
      invitation: invited.token,
    });
    const added = await send<PasskeyAnswer>(person, "POST /treasury/passkeys", {
      nonce: begun.body.nonce,
      name: "Laptop",
      registration: authenticator.create(begun.body.options),
    });
    if (added.status !== 200) throw new Error(JSON.stringify(added.body));
    return authenticator;
  };
  const challenge = (
    person: string,
    request: PasskeyChallengeRequest,
  ): Promise<Answer<PasskeyChallenge>> =>
    send<PasskeyChallenge>(person, "POST /treasury/passkey-challenges", request);
  const sign: PasskeyWorld["sign"] = async (person, authenticator, request, like) => {
    const { body, status } = await challenge(person, request);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { nonce: body.nonce, assertion: authenticator.get(body.options, like) };
  };
  const publish: PasskeyWorld["publish"] = (person, rules) =>
    send<ActionAnswer>(person, "POST /treasury/rules", { rules });
  return {
    treasury,
    storage,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    send,
    register,
    propose: async (amountUsd = 12, vendor = "Acme") => {
      proposed += 1;
      const spend = { amountUsd, vendor, purpose: `paper ${proposed}` };
      return (await treasury.propose(spend)).proposal;
    },
    challenge,
    sign,
    decide: (person, body, key) =>
      send<DecisionAnswer>(person, "POST /treasury/decide", { decision: "approve", ...body }, key),
    publish,
    publishSigned: async (person, authenticator, rules) => {
      const { id } = (await publish(person, rules)).body.action;
      const passkey = await sign(person, authenticator, { intent: "approve_action", id });
      const route = `POST /treasury/actions/${id}/decide`;
      return send(person, route, { decision: "approve", passkey });
    },
  };
}
