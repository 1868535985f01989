import fc from "fast-check";
import { weighed } from "../hold.ts";
import { hostileText } from "./values.ts";

/** Headers that the site reads, with values that it can't want. */

/** A line is a header, and values with a bar between them. What is repeated is tried by `long.ts`. */
const VALUES = `
Range: bytes=0-0 | bytes=-1 | bytes=5-2 | bytes=0-99999999999999999999 | bytes=-0 | bytes=0-1,3-4 | items=0-1 | bytes=a-b
Range: bytes= 0-1 | bytes=9007199254740993-
If-Range: "a" | Wed, 21 Oct 2015 07:28:00 GMT | x
If-None-Match: * | "a", W/"b" | " | W/
If-Match: * | "a" | W/"a" | " | ,,,
If-Modified-Since: yesterday | Wed, 21 Oct 2099 07:28:00 GMT
Accept: text/html | text/html;q=0 | */*;q=NaN | ;;;,,, | application/json;q=0.1, text/html;q=0.9 | text/event-stream
Accept-Encoding: gzip, br | zstd | identity;q=0 | *;q=0 | br;q=9,gzip;q=-1
Accept-Language: xx | *
Cookie: admin= | admin=x.y | admin=%E0%A4%A | admin=eyJ9.x; admin=eyJ9.y | __Host-admin=%00 | __proto__=1; admin
Cookie: =;=;=
Origin: null | http:// | javascript:alert(1) | https://evil.example | %%
Referer: % | javascript:1 | http://[::1
Sec-Fetch-Site: cross-site | same-site | none | x
Sec-Fetch-Dest: document | x
X-Forwarded-For: | , | unknown | ::ffff:1.2.3.4 | fe80::1%eth0 | 1.2.3.4:80 | 999.1.1.1 | [::1] | __proto__ | *
X-Forwarded-Host: | evil.example | a b | % | : | [ | __proto__
X-Forwarded-Proto: https | x | https,http
Host: | a b | %00 | 127.0.0.1:99999 | [::1 | .. | -
X-Site-Client-Address: 1.2.3.4 | evil
X-Site-Request-Id: x
Authorization: Bearer | Bearer  | Basic %% | Bearer =
Expect: 100-continue | 200-ok
Content-Encoding: gzip | br | identity | x
Content-Type: | ; | multipart/form-data | multipart/form-data; boundary= | a/b; charset=utf-7
Connection: close | upgrade | keep-alive, x
Upgrade: websocket | h2c
X-HTTP-Method-Override: DELETE
X-HTTP-Method: DELETE
X-Remix-Response: yes
Tus-Resumable: 1.0.0 | 0.2.2 |
Upload-Length: -1 | NaN | 1e3 | 99999999999999999999 | 0x10
Upload-Offset: -1 | 1e3 | 0x0 | 1, 2
Upload-Metadata: filename | filename !!! | ,,, | filename YQ==,filename YQ== | __proto__ YQ== | filename Li4vLi4vYQ== | filename //4A
Sec-Purpose: prefetch`;

const lines = VALUES.trim()
  .split("\n")
  .map((line) => {
    const [, name, values] = /^([\w-]+):(.*)$/.exec(line)!;
    const all = values!.split("|").map((value) => value.trim());
    return { name: name!, values: all };
  });

const named = fc.constantFrom(...lines).chain(({ name, values }) => {
  const text = hostileText.map((text) =>
    text.replace(/\p{Cc}/gu, "").slice(0, 3000),
  );
  const value = fc.constantFrom(...values);
  return fc
    .oneof(value, value, value, text)
    .map((value): [string, string] => [name, value]);
});

/** Mostly none, else one to four of them, each once. */
export const hostileHeaders = weighed(
  [3, fc.constant<[string, string][]>([])],
  [
    1,
    fc.uniqueArray(named, {
      ...{ minLength: 1, maxLength: 4 },
      selector: ([name]) => name,
    }),
  ],
);
