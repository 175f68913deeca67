/** The default base path of the service. */
export const basePath = "/api/service";

/** The workspace of requests without a `workspaceId`. */
export const defaultWorkspaceId = "demo";

/** The path of the MCP server for external agents, below the base path. It is not an operation. */
export const mcpPath = "/mcp";
/** Below the base path: pages of a payment processor that has no pages elsewhere. */
export const checkoutPagesPath = "/checkout/";

/** Limits of requests. Sizes are bytes, lengths are characters. */
export const requestLimits = {
  bodyBytes: 1_048_576,
  bodyFields: 100,
  /** A delivery to the webhook. */
  deliveryBytes: 262_144,
  /** All bodies that a process is receiving. */
  bufferedBytes: 67_108_864,
  messageCharacters: 32_000,
  historyMessages: 200,
  contextDocuments: 20,
  contextTitleCharacters: 200,
  /** All documents of a turn. */
  contextCharacters: 65_536,
  workspaceIdCharacters: 128,
  operatorCharacters: 200,
  commentCharacters: 2_000,
  labelCharacters: 200,
  goalCharacters: 2_000,
  commandCharacters: 32_000,
  sessionIdCharacters: 500,
  vendorCharacters: 200,
  purposeCharacters: 2_000,
  /** Leaves room for the address, which is stored with it. */
  paidPurposeCharacters: 900,
  urlCharacters: 1_024,
  contentTypeCharacters: 200,
  /** The body of a request to a seller. */
  paidBodyBytes: 16_384,
  categoryCharacters: 100,
  offerDescriptionCharacters: 500,
  continuationCharacters: 1_100,
  pageEntries: 100,
  agentNameCharacters: 100,
  agentIdCharacters: 64,
  /** Ids of persons and of credentials. */
  principalCharacters: 128,
  keyCharacters: 255,
  /** For which a request may wait for the outcome of a proposal. */
  waitSeconds: 55,
  reconciledDays: 31,
} as const;

/** Bounds of tabs. */
export const tabLimits = {
  /** 31 days. */
  minutes: 44_640,
  openReservations: 1_000,
  openOfWorkspace: 20,
  openOfAgent: 5,
  /** Meters with totals of their own. The rest is counted together. */
  meters: 50,
  meterCharacters: 64,
  reservationSeconds: 86_400,
  defaultReservationSeconds: 600,
} as const;
