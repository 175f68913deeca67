import { numberIn, signerOf, structHash } from "./evm-signature.ts";
import { count, isObject, nullable, object, optional, readJson, text as isText } from "./forms.ts";
import { objectIn, require } from "./receipt-claims.ts";
import type { ReceiptEntry, ReceiptPayment, ReceiptStatement } from "./receipt-report.ts";
import type { Claims } from "./sd-jwt.ts";

const permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const permit2Proxies = {
  exact: "0x402085c248eea27d92e8b30b2c58ed07f9e20001",
  upto: "0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002",
};
const permitted = "TokenPermissions(address token,uint256 amount)";
const statements = {
  offer:
    "Offer(uint256 version,string resourceUrl,string scheme,string network,string asset,string payTo,string amount,uint256 validUntil)",
  receipt:
    "Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)",
};

/** What of the payee's offer an authorization is for. */
type Terms = Readonly<
  Record<"network" | "token" | "tokenName" | "tokenVersion" | "payTo", string>
> & {
  /** Earlier offers have none. */
  readonly permit2?: { readonly facilitator: string | null } | null;
};

const termsForm = object({
  network: isText,
  token: isText,
  tokenName: isText,
  tokenVersion: isText,
  payTo: isText,
  permit2: optional(nullable(object({ facilitator: optional(nullable(isText)) }))),
});

/** @param quote the disclosed offer of the payee as JSON. */
export function paymentIn(
  claims: Claims,
  quote: string | null,
  entries: readonly ReceiptEntry[],
  withheld: string[],
): ReceiptPayment | null {
  // Earlier receipts have no payment.
  if (claims["payment"] == null) return null;
  const payment = objectIn(claims, "payment");
  for (const name of payment["fields"] as readonly string[]) {
    const isChecked = Object.hasOwn(payment, name) && (name !== "authorization" || quote !== null);
    if (!isChecked) withheld.push(`payment: ${name}`);
  }
  const terms = quote === null ? null : objectIn(readJson(quote) as Claims, "terms");
  const given = payment["authorization"] as Record<string, string> | undefined;
  const isPayable = given === undefined || terms === null || termsForm(terms);
  require(isPayable, "The terms of the offer are malformed.");
  const payTo = typeof terms?.["payTo"] === "string" ? terms["payTo"] : null;
  return {
    authorization: given && terms ? authorizationIn(given, terms as Terms, entries) : null,
    offer: statementIn(payment, "offer", payTo),
    receipt: statementIn(payment, "receipt", payTo),
  };
}

function authorizationIn(
  given: Record<string, string>,
  terms: Terms,
  entries: readonly ReceiptEntry[],
): NonNullable<ReceiptPayment["authorization"]> {
  const { from = "", to = "", value = "", nonce = "", signature } = given;
  const { network, token } = terms;
  const chainId = network.replace(/^eip155:/, "");
  const [domain, message] = terms.permit2 ? permitOf(given, terms) : transferOf(given, terms);
  const isSigned = signerOf(domain, message, signature) === from.toLowerCase();
  require(isSigned, "The authorization of the payment is not signed by its payer.");
  const isToPayee = to.toLowerCase() === terms.payTo.toLowerCase();
  require(isToPayee, "The authorization of the payment is for another payee than the offer.");
  const kind = terms.permit2 ? "permit2" : "eip3009";
  const id = `${kind}:${chainId}:${token}:${from}:${nonce}`.toLowerCase();
  const isRecorded = entries.some(({ reference }) => `${reference}:`.startsWith(`${id}:`));
  const { validAfter = "", validBefore = "" } = given;
  return { network, token, from, to, value, validAfter, validBefore, nonce, isRecorded };
}

type Signed = readonly [domain: string, message: string];

function transferOf(given: Record<string, string>, terms: Terms): Signed {
  const { network, token, tokenName, tokenVersion } = terms;
  const chainId = network.replace(/^eip155:/, "");
  const names = ["from", "to", "value", "validAfter", "validBefore", "nonce"];
  return [
    structHash(
      "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
      [tokenName, tokenVersion, chainId, token],
    ),
    structHash(
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
      names.map((name) => given[name] ?? ""),
    ),
  ];
}

function permitOf(given: Record<string, string>, terms: Terms): Signed {
  const { to = "", value = "", validAfter = "", validBefore = "", nonce = "" } = given;
  const facilitator = terms.permit2?.facilitator ?? null;
  const spender = permit2Proxies[facilitator === null ? "exact" : "upto"];
  const middle = facilitator === null ? "" : "address facilitator,";
  const witness = `Witness(address to,${middle}uint256 validAfter)`;
  const witnesses = [to, ...(facilitator === null ? [] : [facilitator]), validAfter];
  const chainId = terms.network.replace(/^eip155:/, "");
  return [
    structHash("EIP712Domain(string name,uint256 chainId,address verifyingContract)", [
      "Permit2",
      chainId,
      permit2,
    ]),
    structHash(
      `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)${permitted}${witness}`,
      [
        structHash(permitted, [terms.token, value]),
        spender,
        nonce,
        String(numberIn(validBefore) - 1n),
        structHash(witness, witnesses),
      ],
    ),
  ];
}

/** What a seller signed by the extension `offer-receipt` of x402. One by JWS has no signer. */
function statementIn(
  payment: Claims,
  name: keyof typeof statements,
  payTo: string | null,
): ReceiptStatement | null {
  const text = payment[name];
  if (typeof text !== "string") return null;
  const statement = readJson(text);
  require(isObject(statement), `The ${name} of the payee is malformed.`);
  const { format, payload, signature } = statement;
  if (format !== "eip712") return { signer: null, isPayee: false, text };
  const type = statements[name];
  // oxlint-disable-next-line treasury/linear-patterns -- One of our types.
  const names = [...type.matchAll(/\w+ (\w+)[,)]/g)].map((field) => field[1] ?? "");
  const domain = structHash("EIP712Domain(string name,string version,uint256 chainId)", [
    `x402 ${name}`,
    "1",
    "1",
  ]);
  const values = names.map((field) => {
    const value = (payload as Claims)[field];
    require(isText(value) || count(value), `The ${name} of the payee is malformed.`);
    return String(value);
  });
  require(isText(signature), `The ${name} of the payee is malformed.`);
  const signer = signerOf(domain, structHash(type, values), signature);
  return { signer, isPayee: signer !== null && signer === payTo?.toLowerCase(), text };
}
