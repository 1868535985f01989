import { scrypt, timingSafeEqual } from "node:crypto";
import type { Db, Tx } from "#db/client.server.ts";
import { keepSecret, readSecret } from "#db/secrets.server.ts";

/** OWASP's advice for scrypt in 16 MB of memory. */
const COST = { N: 2 ** 14, r: 8, p: 5 };

export interface SaltedHash {
  salt: Buffer;
  hash: Buffer;
}

export const deriveHash = (text: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(text, salt, 32, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

export const isSame = (a: SaltedHash | undefined, b: SaltedHash) =>
  a !== undefined && timingSafeEqual(a.hash, b.hash);

export function readHash(
  name: string,
  db?: Pick<Db, "select">,
): SaltedHash | undefined {
  const value = readSecret(name, db);
  if (value === undefined) return undefined;
  const [salt = "", hash = ""] = value.split(".");
  return {
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

export const keepHash = (tx: Tx, name: string, { salt, hash }: SaltedHash) =>
  keepSecret(
    tx,
    name,
    `${salt.toString("base64url")}.${hash.toString("base64url")}`,
  );
