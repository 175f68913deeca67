/** The part of the official SDK's clients that the suite uses. */
export interface McpClient {
  callTool(call: {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }): Promise<unknown>;
  close(): Promise<void>;
}

interface ToldProposal {
  readonly proposalId: string;
  readonly status: string;
}

/** The part of `check_treasury`'s result that the suite uses. */
interface ToldTreasury {
  readonly balanceUsd: number;
  readonly proposals: readonly ToldProposal[];
}

/** Proposes a spend as the client's agent. */
export function proposeSpend(
  client: McpClient,
  spend: { readonly amountUsd: number; readonly vendor: string; readonly purpose: string },
): Promise<ToldProposal> {
  return told<ToldProposal>(client, "propose_spend", { ...spend });
}

export async function checkTreasury(client: McpClient): Promise<ToldTreasury> {
  const { balanceUsd, proposals } = await told<ToldTreasury>(client, "check_treasury", {});
  return {
    balanceUsd,
    proposals: proposals.map(({ proposalId, status }) => ({ proposalId, status })),
  };
}

async function told<Content>(
  client: McpClient,
  name: string,
  given: Record<string, unknown>,
): Promise<Content> {
  const { content } = (await client.callTool({ name, arguments: given })) as {
    readonly content: readonly { readonly text: string }[];
  };
  return JSON.parse(content[0]?.text ?? "null") as Content;
}
