import * as z from "zod";
import { errorAnswers, type ErrorCode } from "./errors.ts";
import { responseShape } from "./shape.ts";

export const errorCodeSchema = responseShape(
  "ErrorCode",
  "The code of an error response. Codes are stable; messages are not.",
  z.enum(Object.keys(errorAnswers) as [ErrorCode, ...ErrorCode[]]),
);

export const errorBodySchema = responseShape(
  "ErrorBody",
  "The body of every error response.",
  z.object({
    error: z.string().describe("Message with the cause and the fix, for display."),
    code: errorCodeSchema.describe("Stable code of the error, for programs."),
    requestId: z.string().describe("Id of the request in the service's log."),
  }),
);
export interface ErrorBody extends z.infer<typeof errorBodySchema> {}
