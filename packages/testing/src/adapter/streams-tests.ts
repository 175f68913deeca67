import { request as sendRequest } from "node:http";
import { until } from "../conformance/until.ts";
import type { AdapterTest } from "./adapter-under-test.ts";
import { exchange, open, placeOf } from "./raw-exchange.ts";
import type { Observation } from "./watched.ts";

/** Far more than the buffers between two processes hold, far less than the endless script offers. */
const unreadChunks = 1024;

const uploadChunks = 512;

/** Sends 32 MiB, each piece when the one before has left. */
function startUpload(origin: string, path: string) {
  const headers = { "content-type": "application/octet-stream" };
  const sent = sendRequest({ ...placeOf(origin, path), method: "POST", headers, agent: false });
  const piece = new Uint8Array(65_536).fill(46);
  let chunks = 0;
  const sendNext = (): void => {
    if (chunks === uploadChunks) {
      sent.end();
      return;
    }
    sent.write(piece, (error) => {
      if (error) return;
      chunks += 1;
      sendNext();
    });
  };
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (message) => {
      message.resume();
      message.on("end", () => resolve(message.statusCode));
    });
  });
  // Awaited only once it is known how much was sent.
  answered.catch(() => {});
  sendNext();
  return { answered, chunksSent: () => chunks };
}

/** Follows what a scripted request has seen. */
function watch(origin: string, basePath: string) {
  const id = crypto.randomUUID();
  const ask = async (script: string): Promise<Observation> => {
    const { body } = await exchange(origin, { path: `${basePath}/${script}?id=${id}` });
    return JSON.parse(body.toString()) as Observation;
  };
  const untilSeen = (holds: (seen: Observation) => boolean): Promise<Observation> =>
    until(() => ask("observe"), holds);
  return { path: (script: string) => `${basePath}/${script}?id=${id}`, ask, untilSeen };
}

/** Answers pass in pieces, as fast as they are read, and no longer than somebody reads them. */
export const streamTests: readonly AdapterTest[] = [
  {
    name: "passes on the first piece of an answer before there is a last one",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const message = await open(origin, { path: path("gated") });
      let text = "";
      for await (const piece of message) {
        if (text === "") await ask("release");
        text += String(piece);
      }
      expect(text).toBe("first;last");
    },
  },

  {
    name: "passes on the first of a stream's events before the last, also where answers are compressed",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const headers = { accept: "text/event-stream", "accept-encoding": "gzip, deflate, br" };
      const message = await open(origin, { path: path("events"), headers });
      let text = "";
      for await (const piece of message) {
        if (text === "") await ask("release");
        text += String(piece);
      }
      expect(text).toBe("first;last");
      expect(message.headers["content-encoding"]).toBe(undefined);
      expect(message.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    },
  },

  {
    name: "passes on no more than is read",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const message = await open(origin, { path: path("endless") });
      let unchanged = 0;
      let last = 0;
      const { chunksPulled } = await untilSeen((seen) => {
        unchanged = seen.chunksPulled === last ? unchanged + 1 : 0;
        last = seen.chunksPulled;
        return unchanged === 20;
      });
      message.destroy();
      expect(chunksPulled > 0 && chunksPulled < unreadChunks).toBe(true);
    },
  },

  {
    name: "passes on to a stream that its reader has gone",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const message = await open(origin, { path: path("gated") });
      await untilSeen((seen) => seen.started);
      message.destroy();
      expect((await untilSeen((seen) => seen.cancelled)).cancelled).toBe(true);
    },
  },

  {
    name: "passes on to the request's signal that its caller has gone",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const controller = new AbortController();
      const call = fetch(origin + path("hang"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        signal: controller.signal,
      }).then(
        () => "answered",
        () => "gone",
      );
      await untilSeen((seen) => seen.started);
      controller.abort();
      expect(await call).toBe("gone");
      expect((await untilSeen((seen) => seen.aborted)).aborted).toBe(true);
    },
  },

  {
    name: "passes on that a stream broke off, so that it cannot be taken for whole",
    run: async ({ expect, origin, basePath }) => {
      const outcome = await exchange(origin, { path: `${basePath}/severed` }).then(
        () => "whole",
        () => "broken",
      );
      expect(outcome).toBe("broken");
    },
  },

  {
    name: "passes on an answer that came before the whole upload",
    run: async ({ expect, origin, basePath }) => {
      const body = new Uint8Array(8_388_608).fill(32);
      for (const script of ["refuse", "glance"]) {
        const answer = await exchange(origin, {
          method: "POST",
          path: `${basePath}/${script}`,
          headers: { "content-type": "application/octet-stream" },
          body,
        });
        expect(answer.status).toBe(413);
      }
    },
  },

  {
    name: "passes on no more of an upload than the handler reads",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const upload = startUpload(origin, path("sip"));
      let unchanged = 0;
      let last = 0;
      await until(upload.chunksSent, (chunks) => {
        unchanged = chunks === last && last > 0 ? unchanged + 1 : 0;
        last = chunks;
        return unchanged === 20;
      });
      expect(upload.chunksSent() < uploadChunks).toBe(true);
      await ask("release");
      expect(await upload.answered).toBe(200);
    },
  },

  {
    name: "passes on to a stream that HEAD wants nothing of it",
    run: async ({ expect, origin, basePath }) => {
      const { path } = watch(origin, basePath);
      const answer = await exchange(origin, { method: "HEAD", path: path("gated") });
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
    },
  },
];
