import { sha256Hex } from "./bytes.ts";
import { passkeyFlaw, type PasskeyProof } from "./passkey.ts";
import { arrayIn, objectIn, require, type Scope } from "./receipt-claims.ts";
import { type ReadEntry, textsIn } from "./receipt-entries.ts";
import { approverForm, proposalForm, publicationForm, signedForm } from "./receipt-forms.ts";
import type { DisclosedTexts, ReceiptApproval } from "./receipt-report.ts";
import type { Claims } from "./sd-jwt.ts";

const proposalTexts = ["vendor", "purpose", "category", "reason"];

interface ReadProposal {
  readonly digest: string;
  readonly canonical: readonly unknown[];
  readonly texts: DisclosedTexts;
}

export async function proposalIn(
  claims: Claims,
  spend: Claims,
  scope: Scope,
): Promise<ReadProposal | null> {
  if (claims["proposal"] === null) return null;
  const {
    digest,
    canonical: text,
    texts: claim,
  } = objectIn(claims, "proposal") as {
    readonly digest: string;
    readonly canonical: string;
    readonly texts: Claims;
  };
  const canonical = arrayIn(text, proposalForm, "proposal");
  const isSingle = canonical[0] === "agent-treasury/proposal/3";
  const formatOfLength = new Map([10, 11, 13].map((length, at) => [length, at + 1]));
  const version = formatOfLength.get(canonical.length);
  const isKnown = canonical[0] === `agent-treasury/proposal/${version}`;
  require(isKnown, "The format of the proposal is unknown.");
  const [workspace, , id] = canonical.slice(isSingle ? 2 : 1);
  require((await sha256Hex(text)) === digest, "The proposal does not match its digest.");
  require(workspace === scope.workspace && id === scope.sub, "The proposal is another one.");
  const [agentId, amount] = canonical.slice(isSingle ? 5 : 4);
  const isSame = agentId === spend["agentId"] && amount === spend["amount"];
  require(isSame, "The proposal has another agent or amount than the spend.");
  const isOwn = !isSingle || scope.deployments.has(String(canonical[1]));
  require(isOwn, "The proposal is of another deployment.");
  const commitment = String(canonical[isSingle ? 10 : 9]);
  const where = "proposal";
  if (isSingle) {
    const commitments = commitment.split(" ");
    const digests = new Map(proposalTexts.map((name, at) => [name, commitments[at] ?? ""]));
    return { digest, canonical, texts: await textsIn(claim, digests, true, where, scope.withheld) };
  }
  const { all, erased } = claim;
  if (all === undefined) {
    scope.withheld.push(
      `${where}: all texts${erased === true ? ", because they were erased" : ""}`,
    );
    return {
      digest,
      canonical,
      texts: { texts: {}, withheld: proposalTexts, isErased: erased === true },
    };
  }
  require((await sha256Hex(JSON.stringify(all))) ===
    commitment, "The texts of the proposal are not the recorded ones.");
  const values = (all as readonly (string | null)[]).slice(1);
  const texts = Object.fromEntries(proposalTexts.map((name, at) => [name, values[at] ?? null]));
  return { digest, canonical, texts: { texts, withheld: [], isErased: false } };
}

/** What approvals are given to. */
export interface Approved {
  readonly proposal: ReadProposal | null;
  /** The proposed amount. */
  readonly proposed: unknown;
  readonly entries: readonly ReadEntry[];
}

interface Person {
  readonly approver: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly opening?: readonly string[];
}

interface Means {
  readonly passkey?: string;
}

export async function approvalIn(
  approval: Claims,
  index: number,
  { proposal, proposed, entries }: Approved,
  { workspace, sub, withheld }: Scope,
): Promise<ReceiptApproval> {
  const where = `approval ${index + 1}`;
  const approvedAmount = String(approval["approvedAmount"] ?? proposed);
  const passkey = approval["passkey"] as (PasskeyProof & { readonly id: string }) | undefined;
  const { person, erased } = objectIn(approval, "person") as {
    readonly person?: Person;
    readonly erased?: boolean;
  };
  const why = erased === true ? ", because it was erased" : "";
  if (person === undefined) withheld.push(`${where}: person${why}`);
  const { name = null, opening } = person ?? {};
  const means = person && meansOf(person, index, entries, where);
  if (passkey !== undefined) {
    const [, signedIn, , intent, subject, digest, amount, commitment] = arrayIn(
      passkey.signed,
      signedForm,
      `signed text of ${where}`,
    );
    const isOwn = signedIn === workspace && intent === "approve_proposal" && subject === sub;
    require(isOwn && digest === proposal?.digest, `The passkey of ${where} signed something else.`);
    const isCovered = BigInt(approvedAmount) <= BigInt(String(amount ?? proposed));
    require(isCovered, `The passkey of ${where} signed a lower amount.`);
    const flaw = await passkeyFlaw(passkey);
    require(flaw === null, `The passkey signature of ${where} ${flaw}.`);
    const isOpened =
      opening === undefined || (await sha256Hex(JSON.stringify(opening))) === commitment;
    require(isOpened, `The passkey of ${where} is of another person.`);
    const evidence = await evidenceDigest(passkey);
    const isNamed = means === undefined || means.passkey === evidence;
    require(isNamed, `The ledger names another passkey signature than ${where}.`);
  }
  return {
    at: String(approval["at"]),
    verified: approval["verified"] === true,
    isSigned: passkey !== undefined,
    approvedAmount,
    name,
  };
}

/** The person is that of the ledger entries, as far as their texts are disclosed. */
function meansOf(
  { approver, id, name }: Person,
  index: number,
  entries: readonly ReadEntry[],
  where: string,
): Means {
  const isListed = entries.every(({ approvers }) => (approvers[index] ?? approver) === approver);
  require(isListed, `The person of ${where} is not one of the ledger entry.`);
  const [ownId, ownName, means] = arrayIn(approver, approverForm, `person of ${where}`);
  require(ownId === id && ownName === name, `The person of ${where} has another name or id.`);
  return means ?? {};
}

function evidenceDigest(passkey: PasskeyProof & { readonly id: string }): Promise<string> {
  const { signed, publicKey, id, clientDataJSON, authenticatorData, signature } = passkey;
  const assertion = [id, clientDataJSON, authenticatorData, signature];
  const evidence = ["agent-treasury/evidence/1", JSON.parse(signed), publicKey, assertion];
  return sha256Hex(JSON.stringify(evidence));
}

export async function rulesIn(
  claims: Claims,
  decidedBy: string | null,
  withheld: string[],
): Promise<string | null> {
  if (claims["rules"] === null) {
    require(decidedBy === null, "The receipt lacks the rules of its decision.");
    return null;
  }
  const { digest, publication } = objectIn(claims, "rules") as Record<string, string>;
  require(decidedBy === null || digest === decidedBy, "The rules are not those of the decision.");
  if (publication === undefined) {
    withheld.push("rules");
    return null;
  }
  require((await sha256Hex(publication)) === digest, "The rules do not match their digest.");
  return String(arrayIn(publication, publicationForm, "published rules")[1]);
}

export async function quoteIn(
  claims: Claims,
  proposal: readonly unknown[] | null,
  withheld: string[],
): Promise<string | null> {
  if (claims["quote"] === null) return null;
  const { digest, quote } = objectIn(claims, "quote") as Record<string, unknown>;
  const fixed = proposal?.[proposal[0] === "agent-treasury/proposal/3" ? 11 : 10];
  require(proposal === null ||
    fixed === digest, "The offer of the payee is not that of the proposal.");
  if (quote === undefined) {
    withheld.push("quote");
    return null;
  }
  require((await sha256Hex(JSON.stringify(quote))) ===
    digest, "The offer of the payee is not the recorded one.");
  return String((quote as readonly unknown[])[1]);
}
