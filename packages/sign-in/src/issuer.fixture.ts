// An issuer on loopback: a stand-in for Auth0, Clerk's and WorkOS's servers, with keys of its own.
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, type JWK, SignJWT, exportJWK, generateKeyPair } from "jose";

export { exportSPKI } from "jose";

interface Key {
  readonly kid: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export interface Issuer {
  readonly url: string;
  /** Paths that were requested. */
  readonly requests: string[];
  readonly key: () => Key;
  /** Signs with a new key from now on, and serves it alone. */
  rotate(): Promise<void>;
  /** The status of answers to requests for keys. Default: 200. */
  answerWith(status: number): void;
  /** Valid for a minute by default. */
  sign(claims?: object, header?: object): Promise<string>;
  /** Sets the answer to each `POST`. */
  onPost(answer: () => Promise<object>): void;
  close(): Promise<void>;
}

/** @param firstKey id of the first key; issuers of one file have the same key under the same id. */
export async function startIssuer(firstKey = "1"): Promise<Issuer> {
  let key = await keyOf(firstKey);
  let status = 200;
  let post = notFound;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const answer = async (): Promise<object> => {
      if (request.method === "POST") return post();
      if (request.url?.endsWith("openid-configuration") === true) {
        return { issuer: url, jwks_uri: `${url}/keys` };
      }
      return { keys: [key.jwk] };
    };
    const respond = async (): Promise<void> => {
      const body = JSON.stringify(await answer());
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    };
    void respond();
  });
  const url = await listening(server);
  return {
    url,
    requests,
    key: () => key,
    rotate: async () => {
      key = await keyOf(`${key.kid}-rotated`);
    },
    answerWith: (given) => {
      status = given;
    },
    sign: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({
        iss: url,
        aud: "treasury",
        sub: "ada",
        iat: now,
        exp: now + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    onPost: (answer) => {
      post = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function notFound(): Promise<object> {
  return {};
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const made = new Map<string, Promise<Key>>();

/** Making one takes up to a second. */
function keyOf(kid: string): Promise<Key> {
  const key = made.get(kid) ?? newKey(kid);
  made.set(kid, key);
  return key;
}

/** The served key names no algorithm, so that nothing but the verifier pins it. */
async function newKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: "sig" };
  return { kid, jwk, privateKey, publicKey };
}
