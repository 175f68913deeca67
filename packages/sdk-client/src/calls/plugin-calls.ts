export interface PluginCallRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/plugins/<id>`, with parameters in braces, for example `/endpoints/{endpointId}`. */
  readonly path: string;
  /** Path parameters, and the query or body. Default: only the client's workspace. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}
