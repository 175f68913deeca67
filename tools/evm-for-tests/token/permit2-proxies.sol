// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

struct TokenPermissions {
    address token;
    uint256 amount;
}

struct Permit {
    TokenPermissions permitted;
    uint256 nonce;
    uint256 deadline;
}

struct TransferDetails {
    address to;
    uint256 requestedAmount;
}

interface Permit2 {
    function permitWitnessTransferFrom(
        Permit calldata permit,
        TransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external;
}

/// Settles permits as the proxies of x402 do: one code for both schemes, without EIP-2612.
contract Permit2Proxies {
    Permit2 private constant PERMIT2 = Permit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    string private constant PREFIX = "Witness witness)TokenPermissions(address token,uint256 amount)";
    string private constant EXACT = "Witness(address to,uint256 validAfter)";
    string private constant UPTO = "Witness(address to,address facilitator,uint256 validAfter)";

    struct ExactWitness {
        address to;
        uint256 validAfter;
    }

    struct UptoWitness {
        address to;
        address facilitator;
        uint256 validAfter;
    }

    event Settled();

    function settle(Permit calldata permit, address owner, ExactWitness calldata witness, bytes calldata signature)
        external
    {
        require(block.timestamp >= witness.validAfter, "too early");
        bytes32 hash = keccak256(abi.encode(keccak256(bytes(EXACT)), witness));
        transfer(permit, permit.permitted.amount, owner, witness.to, hash, EXACT, signature);
    }

    function settle(
        Permit calldata permit,
        uint256 amount,
        address owner,
        UptoWitness calldata witness,
        bytes calldata signature
    ) external {
        require(amount <= permit.permitted.amount, "amount exceeds the permitted one");
        require(msg.sender == witness.facilitator, "another facilitator");
        require(block.timestamp >= witness.validAfter, "too early");
        bytes32 hash = keccak256(abi.encode(keccak256(bytes(UPTO)), witness));
        transfer(permit, amount, owner, witness.to, hash, UPTO, signature);
    }

    function transfer(
        Permit calldata permit,
        uint256 amount,
        address owner,
        address to,
        bytes32 witness,
        string memory witnessType,
        bytes calldata signature
    ) private {
        require(amount > 0, "nothing to transfer");
        PERMIT2.permitWitnessTransferFrom(
            permit,
            TransferDetails(to, amount),
            owner,
            witness,
            string.concat(PREFIX, witnessType),
            signature
        );
        emit Settled();
    }
}

/// Settles several permits in one transaction, as a facilitator with a contract of its own does.
contract Batch {
    function run(address target, bytes[] calldata calls) external {
        for (uint256 index = 0; index < calls.length; index++) {
            (bool isDone,) = target.call(calls[index]);
            require(isDone, "a call failed");
        }
    }
}
