import { serveOf } from "../handler.ts";
import { discardRest } from "./body-pieces.ts";
import type { MountedTreasury, NodeListener } from "./node-types.ts";
import { ReceivedRequest } from "./received-request.ts";
import { isRebuilt } from "./request-body.ts";
import { answerFailure, writeAnswer } from "./write-answer.ts";

/** Serves a treasury with Node's requests and responses, also after a body parser. */
export function nodeListener(treasury: MountedTreasury): NodeListener {
  return async (request, response, native = request, mountPath = request.baseUrl) => {
    try {
      const received = new ReceivedRequest(request, response);
      const context = {
        native,
        bodyWasRebuilt: isRebuilt(request),
        ...(mountPath !== undefined && { mountPath }),
      };
      const answer = await serveOf(treasury.handler)(received, context);
      await writeAnswer(answer, response);
    } catch (error) {
      await answerFailure(error, response);
    } finally {
      void discardRest(request);
    }
  };
}
