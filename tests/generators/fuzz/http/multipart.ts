import { readFileSync } from "node:fs";
import fc from "fast-check";
import { fixture } from "#tests/fixtures/index.ts";
import { oneWord, type Call } from "./calls.ts";
import type { JsonSchema } from "./described.ts";
import { FILE_BYTES_MAX, FIND_KEY, type FuzzedSite } from "./fuzzed-site.ts";
import { hostileText, valueOf } from "./values.ts";

/** Forms with files, for every call that takes them: right ones, and such as no browser would send. */

const CONTENTS = {
  picture: () => readFileSync(fixture("progressive.jpg")),
  small: () => readFileSync(fixture("photo.avif")),
  broken: () => readFileSync(fixture("truncated.jpg")).subarray(0, 5000),
  drawing: () => readFileSync(fixture("drawing.svg")),
  huge: () => readFileSync(fixture("huge.png")),
  empty: () => Buffer.alloc(0),
  tooLarge: () => Buffer.alloc(FILE_BYTES_MAX + 1, 7),
  zeros: () => Buffer.alloc(3000),
  form: () =>
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ),
};
type Content = keyof typeof CONTENTS;

interface PartOfForm {
  name: string;
  /** Undefined for a text. */
  file: string | undefined;
  content: Buffer;
  headers: string[];
}

/** Lines that a part's header may have, and most that it can't. */
const HEADERS = [
  "Content-Type: image/jpeg",
  "Content-Type: image/svg+xml",
  "Content-Type: text/plain; charset=utf-16",
  "Content-Type: text/plain; charset=x-unknown",
  "Content-Type: multipart/mixed; boundary=x",
  "Content-Type: ;;;=",
  "Content-Transfer-Encoding: base64",
  "Content-Transfer-Encoding: quoted-printable",
  "Content-Length: 3",
  "Content-Disposition: form-data; name=again",
  'Content-Disposition: form-data; name="images"; filename="a.jpg"',
  "Content-Disposition: attachment",
  "Content-Disposition: form-data; name*=utf-8''%E0%A4%A",
  "Content-Disposition: form-data; name=x; filename*=UTF-8''..%2f..%2fa.jpg",
  "Content-Disposition: form-data; name=x; filename*=x-unknown'en'%ff",
  `X-Long: ${"a".repeat(20_000)}`,
  "no colon here",
  ": empty",
  "X-Folded: a\r\n b",
  ...[Array(200).fill("X-Many: 1").join("\r\n")],
];

const asLine = (text: string) => text.replace(/[\r\n"]/g, "_");

const partArb = (
  names: string[],
  file: string,
  texts: Record<string, JsonSchema>,
) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        name: fc.oneof(fc.constantFrom(...names), hostileText),
        file: fc.constant(undefined),
        content: fc
          .oneof(
            hostileText,
            valueOf({}).map((value) => JSON.stringify(value) ?? ""),
          )
          .map((text) => Buffer.from(text)),
        headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }),
      }),
    },
    {
      weight: texts && 2,
      arbitrary: fc.constantFrom(...names).chain((name) =>
        valueOf(texts[name] ?? {}).map((value) => ({
          name,
          file: undefined,
          content: Buffer.from(
            typeof value === "string" ? value : JSON.stringify(value),
          ),
          headers: [],
        })),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        name: fc.oneof(
          { weight: 6, arbitrary: fc.constant(file) },
          { weight: 1, arbitrary: hostileText },
        ),
        file: fc.oneof(
          fc.constant("beach.jpg"),
          hostileText.map((text) => text.slice(0, 500)),
        ),
        content: fc
          .constantFrom(...(Object.keys(CONTENTS) as Content[]))
          .map((content) => CONTENTS[content]()),
        headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }),
      }),
    },
  );

/** A form that is all right, so that what comes after it is reached. */
const GOOD: Record<string, string> = {
  rockNumber: "7",
  location: "Here",
  comment: "Found.",
  find_key: FIND_KEY,
};

type Spoil =
  | { kind: "none" }
  | { kind: "cut"; at: number }
  | { kind: "half"; at: number }
  | { kind: "flip"; at: number; to: number }
  | { kind: "length"; by: number }
  | { kind: "text"; what: number }
  | { kind: "type"; type: string };

const spoil: fc.Arbitrary<Spoil> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Spoil>({ kind: "none" }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("cut" as const),
      at: fc.nat(40_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("half" as const),
      at: fc.nat(40_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("flip" as const),
      at: fc.nat(2000),
      to: fc.nat(255),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("length" as const),
      by: fc.integer({ min: -300, max: 300 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("text" as const),
      what: fc.nat(6),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        'multipart/form-data; boundary="',
        `multipart/form-data; boundary=${"b".repeat(5000)}`,
        "multipart/form-data; boundary=other",
        "multipart/form-data; boundary=x; boundary=y",
        "multipart/form-data; boundary=%00",
        "multipart/mixed; boundary=x",
        "Multipart/Form-Data; Boundary=X",
        "application/x-www-form-urlencoded",
        "text/plain",
      )
      .map((type) => ({ kind: "type" as const, type })),
  },
);

function write(parts: PartOfForm[], boundary: string) {
  const pieces = parts.flatMap(({ name, file, content, headers }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${asLine(name)}"${file === undefined ? "" : `; filename="${asLine(file)}"`}`,
        ...headers,
        "\r\n",
      ].join("\r\n"),
    ),
    content,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

const TEXTUAL: ((body: string) => string)[] = [
  (body) => body.replaceAll("\r\n", "\n"),
  (body) => body.replace(/--\r\n$/, ""),
  (body) => `preamble ${"-".repeat(70_000)}\r\n${body}`,
  (body) => body + "x".repeat(70_000),
  (body) => body.replace("\r\n\r\n", "\r\n"),
  (body) => body.replaceAll("--x", "--x "),
  (body) => "--x\r\n".repeat(3000) + body,
];

/** @param schema of the form, as the description has it */
export function formOf(path: string, method: string, schema: JsonSchema) {
  const texts = { ...(schema.properties as Record<string, JsonSchema>) };
  const file = ["images", "files", "image"].find((name) => name in texts)!;
  delete texts[file];
  const names = [...Object.keys(texts), "trackerData", "website", "__proto__"];
  const part = partArb(names, file, texts);
  return fc
    .record({
      isGood: fc.constantFrom(true, true, false),
      parts: fc.array(part, { maxLength: 6 }),
      copies: fc.constantFrom(1, 1, 1, 1, 1, 12, 300),
      spoil,
      which: fc.nat(30),
      isChunked: fc.constantFrom(false, false, true),
      as: fc.constantFrom(
        "admin" as const,
        "admin" as const,
        "visitor" as const,
      ),
    })
    .map((made) => (site: FuzzedSite): Call => {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const known = site.known(name);
        return String(known[made.which % known.length] ?? "home");
      });
      const good: PartOfForm[] = made.isGood
        ? [
            ...Object.entries(GOOD)
              .filter(([name]) => name in texts)
              .map(([name, value]) => ({
                name,
                file: undefined,
                content: Buffer.from(value),
                headers: [],
              })),
          ]
        : [];
      const parts: PartOfForm[] = [
        ...made.parts.filter(({ file }) => file === undefined),
        ...good,
        ...made.parts.filter(({ file }) => file !== undefined),
      ];
      const isSmall =
        parts.length < 4 && parts.every(({ content }) => content.length < 500);
      const all = Array<PartOfForm[]>(isSmall ? made.copies : 1)
        .fill(parts)
        .flat();
      return {
        as: made.as,
        sent: {
          ...spoiled(write(all, "x"), made.spoil, made.isChunked),
          method: method.toUpperCase(),
          address: oneWord(address),
        },
      };
    });
}

function spoiled(whole: Buffer, how: Spoil, isChunked: boolean) {
  let body = whole;
  let type = "multipart/form-data; boundary=x";
  let length = 0;
  let isCut = false;
  if (how.kind === "half") body = body.subarray(0, how.at % body.length);
  if (how.kind === "flip") {
    body = Buffer.from(body);
    body[how.at % body.length] = how.to;
  }
  if (how.kind === "text")
    body = Buffer.from(TEXTUAL[how.what]!(body.toString("latin1")), "latin1");
  if (how.kind === "type") type = how.type;
  if (how.kind === "length") {
    length = how.by;
    isCut = how.by > 0;
  }
  const framed = isChunked && length === 0 ? inChunks(body) : body;
  const headers: [string, string][] = [
    ["Content-Type", type],
    isChunked && length === 0
      ? ["Transfer-Encoding", "chunked"]
      : ["Content-Length", String(Math.max(0, body.length + length))],
  ];
  const cutAt =
    how.kind === "cut"
      ? 500 + (how.at % (framed.length + 1))
      : isCut
        ? framed.length + 10_000
        : undefined;
  return { headers, body: framed, cutAt };
}

function inChunks(body: Buffer) {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 5000) {
    const piece = body.subarray(at, at + 5000);
    pieces.push(
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from("\r\n"),
    );
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}
