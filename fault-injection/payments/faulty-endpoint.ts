import { type RpcAnswer, rpcProxy } from "evm-for-tests";

export type EndpointFault = "none" | "lagging" | "claims unused" | "claims used" | "down";

export interface FaultyEndpoint {
  readonly url: string;
  fault: EndpointFault;
}

const lagBlocks = 6;
/** The first bytes of calls of `authorizationState(address,bytes32)`, and of `nonceBitmap(address,uint256)`. */
const stateSelector = "0xe94a0102";
const bitmapSelector = "0x4fe02b44";

/** An RPC endpoint of a chain that lags or lies on demand, until the test ends. */
export async function faultyEndpoint(chainUrl: string): Promise<FaultyEndpoint> {
  const endpoint: { url: string; fault: EndpointFault } = { url: "", fault: "none" };
  endpoint.url = await rpcProxy(chainUrl, (call, ask) => answers[endpoint.fault](call, ask));
  return endpoint;
}

const answers: Readonly<Record<EndpointFault, RpcAnswer>> = {
  none: (_call, ask) => ask(),
  down: () => Promise.reject(new Error("It is down.")),
  lagging: async ({ method, params }, ask) => {
    const place = { eth_getBlockByNumber: 0, eth_call: 1 }[method];
    if (place === undefined || isNumber(params[place])) return ask();
    const latest = (await ask({ method: "eth_blockNumber", params: [] })) as string;
    const seen = Math.max(Number(latest) - lagBlocks, 0);
    return ask({ method, params: params.with(place, `0x${seen.toString(16)}`) });
  },
  "claims unused": (call, ask) => claimed(call, false) ?? ask(),
  "claims used": (call, ask) => claimed(call, true) ?? ask(),
};

function isNumber(block: unknown): boolean {
  return typeof block === "string" && block.startsWith("0x");
}

function claimed(
  { method, params }: Parameters<RpcAnswer>[0],
  isUsed: boolean,
): string | undefined {
  const { data, input = data } = (params[0] ?? {}) as { data?: string; input?: string };
  if (method !== "eth_call" || input === undefined) return undefined;
  if (input.startsWith(bitmapSelector)) return `0x${(isUsed ? "f" : "0").repeat(64)}`;
  if (!input.startsWith(stateSelector)) return undefined;
  return `0x${String(Number(isUsed)).padStart(64, "0")}`;
}
