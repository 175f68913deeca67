"""What the payer and the payee of a payment on a chain signed. Follows docs/receipt-format.md."""

import re
from typing import Any

import forms
from evm import number, signer_of, struct_hash
from forms import strict_json
from proofs import require

Claims = dict[str, Any]
PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"
EXACT_PROXY = "0x402085c248eea27d92e8b30b2c58ed07f9e20001"
UPTO_PROXY = "0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002"
PERMITTED = "TokenPermissions(address token,uint256 amount)"
TRANSFER = (
    "TransferWithAuthorization(address from,address to,uint256 value,"
    "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)
PERMIT = (
    "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,"
    "uint256 nonce,uint256 deadline,Witness witness)"
)
STATEMENTS = {
    "offer": "Offer(uint256 version,string resourceUrl,string scheme,string network,"
    "string asset,string payTo,string amount,uint256 validUntil)",
    "receipt": "Receipt(uint256 version,string network,string resourceUrl,"
    "string payer,uint256 issuedAt,string transaction)",
}

TERMS = forms.fields(
    dict.fromkeys(("network", "token", "tokenName", "tokenVersion", "payTo"), forms.text),
    {"permit2": forms.nullable(forms.fields({}, {"facilitator": forms.nullable(forms.text)}))},
)


def transfer(given: Claims, terms: Claims, chain_id: str) -> tuple[str, str]:
    domain = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    fields = [terms["tokenName"], terms["tokenVersion"], chain_id, terms["token"]]
    names = ("from", "to", "value", "validAfter", "validBefore", "nonce")
    return struct_hash(domain, fields), struct_hash(TRANSFER, [given[name] for name in names])


def permit(given: Claims, terms: Claims, chain_id: str) -> tuple[str, str]:
    domain = "EIP712Domain(string name,uint256 chainId,address verifyingContract)"
    facilitator = terms["permit2"].get("facilitator")
    is_upto = facilitator is not None
    middle = "address facilitator," if is_upto else ""
    witness = f"Witness(address to,{middle}uint256 validAfter)"
    witnesses = [given["to"], *([facilitator] if is_upto else []), given["validAfter"]]
    message = [
        struct_hash(PERMITTED, [terms["token"], given["value"]]),
        UPTO_PROXY if is_upto else EXACT_PROXY,
        given["nonce"],
        str(number(given["validBefore"]) - 1),
        struct_hash(witness, witnesses),
    ]
    fields = ["Permit2", chain_id, PERMIT2]
    return struct_hash(domain, fields), struct_hash(PERMIT + PERMITTED + witness, message)


def check_authorization(given: Claims, terms: Claims) -> None:
    chain_id = terms["network"].removeprefix("eip155:")
    signed = transfer if terms.get("permit2") is None else permit
    is_signed = signer_of(*signed(given, terms, chain_id), given["signature"])
    problem = "The authorization of the payment is not signed by its payer."
    require(is_signed == given["from"].lower(), problem)
    problem = "The authorization of the payment is for another payee than the offer."
    require(given["to"].lower() == terms["payTo"].lower(), problem)


def statement_signer(name: str, text: str) -> str | None:
    """The address that signed an offer or a receipt. None for one that cannot be verified."""
    statement = strict_json(text)
    if statement.get("format") != "eip712":
        return None
    domain = struct_hash(
        "EIP712Domain(string name,string version,uint256 chainId)", [f"x402 {name}", "1", "1"]
    )
    kind = STATEMENTS[name]
    values = [statement["payload"][field] for field in re.findall(r"\w+ (\w+)[,)]", kind)]
    is_whole = all(forms.text(value) or forms.count(value) for value in values)
    require(is_whole, f"The {name} of the payee is malformed.")
    values = [value if forms.text(value) else str(int(value)) for value in values]
    return signer_of(domain, struct_hash(kind, values), statement["signature"])


def read_payment(payment: Claims | None, quote: str | None, withheld: list[str]) -> Claims | None:
    """Returns the signers of what is disclosed. None for a payment without such parts."""
    if payment is None:
        return None
    for name in payment["fields"]:
        if name not in payment or (name == "authorization" and quote is None):
            withheld.append(f"payment: {name}")
    signers: Claims = {
        name: statement_signer(name, payment[name]) for name in STATEMENTS if name in payment
    }
    authorization = payment.get("authorization")
    terms = None if quote is None else strict_json(quote)["terms"]
    require(terms is None or isinstance(terms, dict), "The terms of the offer are malformed.")
    if authorization is not None and terms is not None:
        require(TERMS(terms), "The terms of the offer are malformed.")
        check_authorization(authorization, terms)
        signers["authorization"] = authorization["from"].lower()
    return signers
