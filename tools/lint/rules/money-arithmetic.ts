import type { ESTree, Rule } from "@oxlint/plugins";

const arithmetic = new Set(["+", "-", "*", "/", "%", "**"]);
const conversions = new Set(["Number", "parseFloat", "parseInt", "BigInt"]);
const roundings = new Set(["toFixed", "toPrecision"]);

/**
 * USD numbers exist on the wire only, so that arithmetic on them is limited to the money module.
 * Micro-dollars are bigint and may be added anywhere, but not divided (which truncates) or
 * converted to numbers (which loses precision).
 */
export const moneyArithmetic: Rule = {
  create(context) {
    if (/\/packages\/provider\/src\/money\//.test(context.filename.replaceAll("\\", "/")))
      return {};
    const report = (node: ESTree.Node, amount: string): void => {
      context.report({
        node,
        message: `No arithmetic on ${amount} here: use Micros of the package provider.`,
      });
    };
    const checkOperation = (node: ESTree.Node, operator: string, operands: ESTree.Node[]): void => {
      const amounts = operands.map(amountName).filter((name) => name !== undefined);
      const usd = amounts.find(isNumber);
      if (usd !== undefined) report(node, usd);
      else if (amounts[0] !== undefined && mixesMicros(operator, operands))
        report(node, amounts[0]);
    };
    return {
      BinaryExpression(node) {
        if (arithmetic.has(node.operator))
          checkOperation(node, node.operator, [node.left, node.right]);
      },
      AssignmentExpression(node) {
        const operator = node.operator.slice(0, -1);
        if (arithmetic.has(operator)) checkOperation(node, operator, [node.left, node.right]);
      },
      UnaryExpression(node) {
        const amount = amountName(node.argument);
        if (amount === undefined) return;
        if (node.operator === "+" || (node.operator === "-" && isNumber(amount)))
          report(node, amount);
      },
      UpdateExpression(node) {
        const amount = amountName(node.argument);
        if (amount !== undefined) report(node, amount);
      },
      CallExpression(node) {
        const amount = computes(node);
        if (amount !== undefined) report(node, amount);
      },
    };
  },
};

/**
 * The amount that a call converts or rounds, as in `Math.round(priceUsd)` or `priceUsd.toFixed(2)`.
 */
function computes(call: ESTree.CallExpression): string | undefined {
  const { callee } = call;
  if (callee.type === "Identifier" && conversions.has(callee.name)) return firstAmount(call);
  if (callee.type !== "MemberExpression") return undefined;
  const method = propertyName(callee);
  if (method !== undefined && roundings.has(method)) return amountName(callee.object);
  if (callee.object.type !== "Identifier") return undefined;
  const owner = callee.object.name;
  const converts = owner === "Math" || (owner === "Number" && conversions.has(method ?? ""));
  return converts ? firstAmount(call) : undefined;
}

function firstAmount(call: ESTree.CallExpression): string | undefined {
  return call.arguments.map(amountName).find((name) => name !== undefined);
}

function mixesMicros(operator: string, operands: ESTree.Node[]): boolean {
  return (
    operator === "/" ||
    operator === "%" ||
    operator === "**" ||
    operands.some((operand) => operand.type === "Literal" && typeof operand.value !== "bigint")
  );
}

/** The amount's name in an expression, ignoring wrappers that do not change its value. */
function amountName(node: ESTree.Node): string | undefined {
  switch (node.type) {
    case "Identifier":
      return isAmount(node.name) ? node.name : undefined;
    case "MemberExpression": {
      const name = propertyName(node);
      return name !== undefined && isAmount(name) ? name : undefined;
    }
    case "CallExpression":
      return answeredAmount(node);
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return amountName(node.expression);
    case "AwaitExpression":
    case "SpreadElement":
      return amountName(node.argument);
    case "UnaryExpression":
      return amountName(node.argument);
    case "LogicalExpression":
      return amountName(node.left) ?? amountName(node.right);
    case "ConditionalExpression":
      return amountName(node.consequent) ?? amountName(node.alternate);
    default:
      return undefined;
  }
}

/**
 * The amount that a call returns, by its name: `Micros.toUsd()` returns USD, `Micros.format()`
 * returns text.
 */
function answeredAmount(call: ESTree.CallExpression): string | undefined {
  const { callee } = call;
  if (callee.type === "MemberExpression" && isMicros(callee.object)) {
    const method = propertyName(callee) ?? "";
    if (method === "toUsd") return "Micros.toUsd";
    return /^(to|format)/.test(method) ? undefined : "Micros";
  }
  const name =
    callee.type === "Identifier"
      ? callee.name
      : callee.type === "MemberExpression"
        ? propertyName(callee)
        : undefined;
  if (name === undefined || name.startsWith("format")) return undefined;
  return isAmount(name.replace(/From[A-Z]\w*$/, "")) ? name : undefined;
}

function isMicros(node: ESTree.Node): boolean {
  return node.type === "Identifier" && node.name === "Micros";
}

function propertyName(node: ESTree.MemberExpression): string | undefined {
  if (node.property.type === "PrivateIdentifier") return node.property.name;
  if (!node.computed && node.property.type === "Identifier") return node.property.name;
  if (node.property.type === "Literal" && typeof node.property.value === "string")
    return node.property.value;
  return undefined;
}

function isAmount(name: string): boolean {
  return isUsd(name) || /(^m|M)icros$|_MICROS$/.test(name);
}

/** Whether an amount is a number rather than a bigint, by its name. */
function isNumber(name: string): boolean {
  return isUsd(name.replace(/From[A-Z]\w*$/, ""));
}

function isUsd(name: string): boolean {
  return name === "Micros.toUsd" || /(^u|U)sd$|(^|_)USD$/.test(name);
}
