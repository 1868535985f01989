import { readFileSync } from "node:fs";
import fc from "fast-check";
import { fixture } from "#tests/fixtures/index.ts";
import { partsOf, weighed } from "../hold.ts";
import type { JsonSchema, Operation } from "#tests/setup/vitest/breach.ts";
import {
  FILE_BYTES_MAX,
  FIND_KEY,
  type FuzzedSite,
  type Hostile,
} from "./fuzzed-site.ts";
import { changes, spoil } from "../files/spoil-bytes.ts";
import { framed } from "./calls.ts";
import { hostileText, oneWord, valueOf } from "./values.ts";

/** Forms with files, for every call that takes them: right ones, and such as no browser would send. */

const CONTENTS: (() => Buffer)[] = [
  ...["progressive.jpg", "photo.avif", "drawing.svg", "huge.png"].map(
    (name) => () => readFileSync(fixture(name)),
  ),
  () => readFileSync(fixture("truncated.jpg")).subarray(0, 5000),
  () => Buffer.alloc(0),
  () => Buffer.alloc(FILE_BYTES_MAX + 1, 7),
  () => Buffer.alloc(3000),
  () =>
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ),
];

interface PartOfForm {
  name: string;
  file?: string;
  content: Buffer;
  headers: string[];
}

/** Lines that a part's header may have, and most that it can't. */
const HEADERS = [
  ...partsOf(`
Content-Type: image/jpeg | Content-Type: image/svg+xml | Content-Type: text/plain; charset=utf-16
Content-Type: text/plain; charset=x-unknown | Content-Type: multipart/mixed; boundary=x | Content-Type: ;;;=
Content-Transfer-Encoding: base64 | Content-Transfer-Encoding: quoted-printable | Content-Length: 3
Content-Disposition: form-data; name=again | Content-Disposition: form-data; name="images"; filename="a.jpg"
Content-Disposition: attachment | Content-Disposition: form-data; name*=utf-8''%E0%A4%A
Content-Disposition: form-data; name=x; filename*=UTF-8''..%2f..%2fa.jpg
Content-Disposition: form-data; name=x; filename*=x-unknown'en'%ff | no colon here | : empty`),
  `X-Long: ${"a".repeat(20_000)}`,
  "X-Folded: a\r\n b",
];

/** A form that is all right, so that what comes after it is reached. */
const GOOD: Record<string, string> = {
  ...{ rockNumber: "7", location: "Here", comment: "Found." },
  find_key: FIND_KEY,
};

const headers = fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 });

const partOf = (
  names: string[],
  file: string,
  texts: Record<string, JsonSchema>,
): fc.Arbitrary<PartOfForm> => {
  const asText = (value: unknown) =>
    Buffer.from(
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    );
  return weighed<PartOfForm>(
    [
      3,
      fc.record({
        name: fc.oneof(fc.constantFrom(...names), hostileText),
        content: fc.oneof(hostileText, valueOf({})).map(asText),
        headers,
      }),
    ],
    [
      2,
      fc.constantFrom(...names).chain((name) =>
        fc.record({
          name: fc.constant(name),
          content: valueOf(texts[name]).map(asText),
          headers: fc.constant([]),
        }),
      ),
    ],
    [
      3,
      fc.record({
        name: weighed([6, fc.constant(file)], [1, hostileText]),
        file: fc.oneof(
          fc.constant("beach.jpg"),
          hostileText.map((text) => text.slice(0, 500)),
        ),
        content: fc.constantFrom(...CONTENTS).map((content) => content()),
        headers,
      }),
    ],
  );
};

const asLine = (text: string) => text.replace(/[\r\n"]/g, "_");

function write(parts: PartOfForm[]) {
  const pieces = parts.flatMap(({ name, file, content, headers }) => {
    const named = file === undefined ? "" : `; filename="${asLine(file)}"`;
    const first = `Content-Disposition: form-data; name="${asLine(name)}"${named}`;
    return [
      Buffer.from(["--x", first, ...headers, "\r\n"].join("\r\n")),
      content,
      Buffer.from("\r\n"),
    ];
  });
  return Buffer.concat([...pieces, Buffer.from("--x--\r\n")]);
}

const SPOILED_BYTES_MAX = 50_000;

const TYPE = "multipart/form-data; boundary=x";
const TYPES = [
  ...partsOf(`
multipart/form-data | multipart/form-data; boundary= | multipart/form-data; boundary="
multipart/form-data; boundary=other | multipart/form-data; boundary=x; boundary=y
multipart/form-data; boundary=%00 | multipart/mixed; boundary=x | Multipart/Form-Data; Boundary=X
application/x-www-form-urlencoded | text/plain`),
  `multipart/form-data; boundary=${"b".repeat(5000)}`,
];

export function formsOf({
  path,
  method,
  operation: { requestBody },
}: Operation) {
  const schema = requestBody?.content["multipart/form-data"]?.schema;
  if (!schema) return [];
  const texts = { ...(schema.properties as Record<string, JsonSchema>) };
  const file = ["images", "files", "image"].find((name) => name in texts)!;
  delete texts[file];
  const names = [...Object.keys(texts), "trackerData", "website", "__proto__"];
  const forms = fc
    .record({
      isGood: fc.constantFrom(true, true, false),
      parts: fc.array(partOf(names, file, texts), { maxLength: 6 }),
      spoils: fc.option(changes, { freq: 2 }),
      type: weighed([6, fc.constant(TYPE)], [1, fc.constantFrom(...TYPES)]),
      cutAt: fc.option(fc.integer({ min: 500, max: 40_000 }), {
        ...{ freq: 6, nil: undefined },
      }),
      which: fc.nat(30),
      as: fc.constantFrom<Hostile["as"]>("admin", "admin", "visitor"),
    })
    .map((made) => (site: FuzzedSite): Hostile => {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const known = site.known(name);
        return String(known[made.which % known.length] ?? "home");
      });
      const good = Object.entries(made.isGood ? GOOD : {})
        .filter(([name]) => name in texts)
        .map(([name, value]) => ({
          ...{ name, content: Buffer.from(value), headers: [] },
        }));
      const isFile = ({ file }: PartOfForm) => file !== undefined;
      const whole = write([
        ...made.parts.filter((part) => !isFile(part)),
        ...good,
        ...made.parts.filter(isFile),
      ]);
      // Spoiling may make a part of it many times as long.
      const spoils = whole.length < SPOILED_BYTES_MAX ? made.spoils : null;
      const body = spoils ? spoil(whole, spoils, whole) : whole;
      const isCut = made.cutAt !== undefined && made.cutAt < body.length;
      return {
        ...{ as: made.as, method: method.toUpperCase(), body },
        ...{ address: oneWord(address), headers: framed(body, made.type) },
        cutAt: isCut ? made.cutAt : undefined,
      };
    });
  return [forms];
}
